// MapLibre for pages whose policy forbids workers made of text.
declare module 'maplibre-gl/dist/maplibre-gl-csp' {
    export * from 'maplibre-gl';
    export { default } from 'maplibre-gl';
}

// Where the worker's script is; build.mjs says.
declare const WORKER_URL: string;
