import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css'; // before all components: their own styles take precedence
import { mount } from 'svelte';
import App from './App.svelte';
import { register } from './lib/push';
import { recall, remember } from './lib/store';

// A newer build has replaced the requested part of the pages: reload.
window.addEventListener('vite:preloadError', () => {
  const before = recall('reloaded', 0);
  remember('reloaded', Date.now());
  if (Date.now() - before > 30_000) location.reload();
});

const target = document.getElementById('app');
if (target) mount(App, { target });

// Makes the pages installable, with a page of their own for no connection. Not while developing.
if (import.meta.env.PROD) window.addEventListener('load', () => void register().catch(() => undefined));
