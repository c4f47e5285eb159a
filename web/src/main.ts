import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css'; // before all components: their own styles take precedence
import { mount } from 'svelte';
import App from './App.svelte';
import { register } from './notices/push';
import { elapsed } from './lib/time';

const CALM = 30; // seconds after a reload without another one

// A newer build has replaced the requested part of the pages: reload.
window.addEventListener('vite:preloadError', () => {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (opened?.type !== 'reload' || elapsed() > CALM) location.reload();
});

const target = document.getElementById('app');
if (target) mount(App, { target });

// Makes the pages installable, with a page of their own for no connection. Not while developing.
if (import.meta.env.PROD) window.addEventListener('load', () => void register().catch(() => undefined));
