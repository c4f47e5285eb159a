declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Draws an OpenAPI document into an element. */
  const SwaggerUI: (options: Record<string, unknown>) => void;
  export default SwaggerUI;
}
