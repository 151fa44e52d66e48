// mapview: the map: its layers, and clicks, drags and touches on it.
import maplibregl from 'maplibre-gl/dist/maplibre-gl-csp';
import type { GeoJSONSource, Map as GlMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Place } from '../../js/relaxd.js';
import { drag, grabs, under } from '../../maplibre/hand.js';
import { nearestOn } from '../../maplibre/line.js';
import { AreaPen, type AreaDrawing, type AreaHost } from './area';
import { drawBox } from './box';
import type { Line } from './line';
import { SolverLayer } from './solver_layer';
import { LIVE_ZOOM, mapStyle, NOTHING, PALETTES, SHIELD, shieldImage, type Overlays, type Theme, type Tiles } from './style';
import type { View } from './state';
import { Stops, type Look } from './stops';
import type { Bounds } from './world';

export interface Padding {
    top: number;
    right: number;
    bottom: number;
    left: number;
}

export interface MapHost {
    /** Whether clicks pick a road, also on a route. */
    picks(): boolean;
    clicked(place: Place): void;
    moved(index: number, place: Place, done: boolean): void;
    removed(index: number): void;
    /** The route was taken hold of: a new point there; its index. */
    inserted(place: Place): number;
    /** Another of the routes was clicked. */
    chosen(route: number): void;
    looked(view: View): void;
    /** Tiles did not come. */
    troubled(): void;
}

maplibregl.setWorkerUrl(WORKER_URL);

const FINGER_PIXELS = 12;
const DOUBLE_CLICK_MS = 400;

export class MapView {
    readonly map: GlMap;
    readonly solverLayer: SolverLayer;
    #overlays: Overlays = {};
    #tiles: Tiles | null = null;
    #theme: Theme;
    #live = false;
    #pen: AreaPen | null = null; // clicks are its own
    #stops: Stops;
    #attribution: maplibregl.AttributionControl | null = null;
    #scale = new maplibregl.ScaleControl({ maxWidth: 90 });

    constructor(
        container: HTMLElement,
        theme: Theme,
        private readonly host: MapHost,
    ) {
        this.#theme = theme;
        this.solverLayer = new SolverLayer(PALETTES[theme].solverColours);
        this.map = new maplibregl.Map({
            container,
            style: mapStyle(theme, null, {}, false),
            attributionControl: false,
            fadeDuration: 120,
            dragRotate: false,
            pitchWithRotate: false,
            touchPitch: false,
            renderWorldCopies: false,
            maxZoom: 20,
        });
        this.map.touchZoomRotate.disableRotation();
        this.map.addControl(new maplibregl.NavigationControl({ showCompass: false }), 'top-right');
        this.map.addControl(this.#scale, 'bottom-right');
        this.#stops = new Stops(this.map, host);
        this.#listen();
    }

    ready(): Promise<void> {
        return new Promise((resolve) => {
            if (this.map.isStyleLoaded()) resolve();
            else void this.map.once('load', () => resolve());
        });
    }

    setTiles(tiles: Tiles | null): void {
        this.#tiles = tiles;
        this.#restyle();
        if (this.#attribution) this.map.removeControl(this.#attribution);
        this.#attribution = tiles?.attribution
            ? new maplibregl.AttributionControl({ compact: false, customAttribution: tiles.attribution })
            : null;
        // In corners below what comes later stands above.
        this.map.removeControl(this.#scale);
        if (this.#attribution) this.map.addControl(this.#attribution, 'bottom-right');
        this.map.addControl(this.#scale, 'bottom-right');
    }

    // Asks again for tiles that did not come.
    reload(): void {
        if (this.map.getSource('roads')) this.map.refreshTiles('roads');
    }

    setTheme(theme: Theme): void {
        this.#theme = theme;
        this.solverLayer.colours = PALETTES[theme].solverColours;
        if (this.map.hasImage(SHIELD)) this.map.updateImage(SHIELD, shieldImage(theme).image);
        this.#restyle();
    }

    // Roads are drawn by how quick they are.
    setLive(live: boolean): void {
        if (this.#live === live) return;
        this.#live = live;
        this.#restyle();
    }

    // Whether it is near enough for that.
    showsLive(): boolean {
        return this.map.getZoom() >= LIVE_ZOOM;
    }

    // Whether the road there is drawn as closed.
    isClosed([lng, lat]: readonly [number, number]): boolean {
        const { x, y } = this.map.project([lng, lat]);
        const box: [[number, number], [number, number]] = [[x - FINGER_PIXELS, y - FINGER_PIXELS], [x + FINGER_PIXELS, y + FINGER_PIXELS]];

        return this.map.getLayer('live-closed') ? this.map.queryRenderedFeatures(box, { layers: ['live-closed'] }).length > 0 : false;
    }

    // The next drag makes a box; what it returns calls it off.
    drawBox(drawn: (bounds: Bounds | null, done: boolean) => void): () => void {
        this.#pen?.giveUp();
        return drawBox(this.map, drawn);
    }

    // Clicks are corners of an area, until it is done.
    drawArea(host: AreaHost): AreaDrawing {
        const done = (corners: Place[] | null) => {
            // What is left of a double click is none of the map's.
            setTimeout(() => {
                if (this.#pen !== pen) return;
                this.#pen = null;
                this.map.doubleClickZoom.enable();
            }, DOUBLE_CLICK_MS);
            host.done(corners);
        };

        const pen = new AreaPen(this.map, (lines) => this.draw('picked', lines), { drawn: host.drawn, done });
        this.#pen = pen;
        return pen;
    }

    // The data of a source of style.ts; nothing unless given.
    draw(name: string, data: GeoJSON.FeatureCollection = NOTHING): void {
        if (this.#overlays[name] === data) return;
        this.#overlays[name] = data;
        (this.map.getSource(name) as GeoJSONSource | undefined)?.setData(data);
    }

    showStops(points: readonly Place[], look: Look): void {
        this.#stops.show(points, look);
    }

    view(): View {
        const { lng, lat } = this.map.getCenter();

        return { zoom: this.map.getZoom(), lat, lon: lng };
    }

    look(view: View): void {
        this.map.jumpTo({ center: [view.lon, view.lat], zoom: view.zoom });
    }

    // So that all of it is beside the panel; `gently`: only where it is not.
    fit([west, south, east, north]: Bounds, gently: boolean, padding: Padding): void {
        if (gently && this.#sees([west, north], padding) && this.#sees([east, south], padding)) return;
        this.map.fitBounds([west, south, east, north], { padding, maxZoom: 16.5, duration: gently ? 500 : 0 });
    }

    flyTo([lng, lat]: readonly [number, number]): void {
        this.map.easeTo({ center: [lng, lat], zoom: Math.max(this.map.getZoom(), 16), duration: 500 });
    }

    // Whether a place is on the screen and not under the panel.
    #sees(place: [number, number], { left, top, right, bottom }: Padding): boolean {
        const { x, y } = this.map.project(place);
        const { clientWidth, clientHeight } = this.map.getContainer();
        const edge = 32; // of the padding that is for looks alone

        return x > left - edge && y > top - edge && x < clientWidth - right + edge && y < clientHeight - bottom + edge;
    }

    #restyle(): void {
        this.map.setStyle(mapStyle(this.#theme, this.#tiles, this.#overlays, this.#live), { diff: true });
    }

    #listen(): void {
        const map = this.map;

        // A new style may come without it.
        map.on('styledata', () => {
            if (map.getLayer('route-casing') && !map.getLayer('solvers')) map.addLayer(this.solverLayer, 'alternatives');
        });
        map.on('styleimagemissing', ({ id }) => {
            if (id !== SHIELD || map.hasImage(SHIELD)) return;
            const { image, options } = shieldImage(this.#theme);
            map.addImage(SHIELD, image, options);
        });
        map.on('error', (event) => {
            if ('sourceId' in event && event.sourceId === 'roads') this.host.troubled();
            else console.error(event.error);
        });
        map.on('click', (event) => this.#click(event));
        map.on('moveend', () => this.host.looked(this.view()));
        map.on('mousedown', (event) => this.#grab(event));
        map.on('touchstart', (event) => this.#grab(event));
        for (const layer of ['route', 'alternatives']) {
            map.on('mouseenter', layer, () => (map.getCanvas().style.cursor = 'pointer'));
            map.on('mouseleave', layer, () => (map.getCanvas().style.cursor = ''));
        }
        // The map's own keys are the arrows and + and -; Enter is a click in its middle.
        map.getCanvas().addEventListener('keydown', (event) => {
            if (event.key !== 'Enter') return;
            const { lng, lat } = map.getCenter().wrap();
            this.host.clicked([lng, lat]);
        });
        map.getCanvas().setAttribute('aria-label', 'Map. Arrows move it, plus and minus zoom, Enter sets a place at its centre.');
    }

    #click(event: MapMouseEvent): void {
        if (this.#pen) return;
        const { lng, lat } = event.lngLat.wrap();
        const other = under(this.map, event, 'alternatives');

        if (this.host.picks()) this.host.clicked(under(this.map, event, 'route') ? this.#onRoute([lng, lat]) : [lng, lat]);
        else if (under(this.map, event, 'route')) this.host.inserted([lng, lat]);
        else if (other) this.host.chosen(Number(other.properties.route));
        else this.host.clicked([lng, lat]);
    }

    #onRoute(place: Place): Place {
        const [route] = this.#overlays.route?.features ?? [];

        return route?.geometry.type === 'LineString' ? nearestOn(route.geometry.coordinates as Line, place) : place;
    }

    // The line follows the hand: a point is put in once it has moved a little.
    #grab(event: MapMouseEvent | MapTouchEvent): void {
        // Places stand above the line, and are held by themselves.
        if (!grabs(this.map, event) || this.#pen || this.host.picks() || !under(this.map, event, 'route')) return;
        let index = -1;

        drag(this.map, event, (place, done) => {
            if (index < 0) index = this.host.inserted(place);
            else this.host.moved(index, place, done);
        });
    }
}
