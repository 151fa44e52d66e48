// maplibre_page: a page with a map and nothing on it but directions; bundled by
// test_maplibre. `start` is called with the settings of the directions.
import MapLibreGlDirections from '@maplibre/maplibre-gl-directions';
import maplibregl from 'maplibre-gl';

const nothing = { version: 8, sources: {}, layers: [] };

window.start = async ({ center, ...settings }) => {
    const map = new maplibregl.Map({ container: 'map', style: nothing, center, zoom: 14, attributionControl: false });

    await map.once('load');
    const directions = new MapLibreGlDirections(map, settings);
    directions.interactive = true;
    directions.on('fetchroutesend', ({ data }) => (window.answered = data.directions ?? null));
    Object.assign(window, { map, directions, refused: [] });
    const { fetch } = directions;
    directions.fetch = (question) => fetch.call(directions, question).catch((error) => {
        window.refused.push(error.message);
        throw error;
    });
};

// What of the directions is on the map, by kind.
window.drawn = async () => {
    const { features } = await window.map.getSource('maplibre-gl-directions').getData();
    const of = (kind) => features.filter(({ properties }) => [properties.type, properties.route].includes(kind));

    return {
        line: of('SELECTED').flatMap(({ geometry }) => geometry.coordinates),
        alternatives: new Set(of('ALT').map(({ properties }) => properties.routeIndex)).size,
        snapped: of('SNAPPOINT').map(({ geometry }) => geometry.coordinates),
        stops: of('WAYPOINT').length,
    };
};
