// The page of the API, drawn from its OpenAPI document.

import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { url } from './lib/site';
import 'swagger-ui-dist/swagger-ui.css';

SwaggerUI({
  dom_id: '#interface',
  url: url`api/openapi.json`,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
});
