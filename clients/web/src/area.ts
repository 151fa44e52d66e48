// area: lets one draw an area on the map, corner by corner.
import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import type { Place } from '../../js/relaxd.js';
import { collection, feature } from './line';

export interface AreaDrawing {
    /** Ends it, where there are corners enough. */
    finish(): void;
    giveUp(): void;
}

export interface AreaHost {
    /** So many corners are there. */
    drawn(corners: number): void;
    /** It is over; null: given up. */
    done(corners: Place[] | null): void;
}

export const CORNERS_LEAST = 3;
const NEAR_PIXELS = 12;

// Clicks add corners. The first corner, a double click or Enter ends it, Escape gives it
// up; Space adds the middle of the map. `sketch` is drawn while it is made.
export class AreaPen implements AreaDrawing {
    #corners: Place[] = [];
    #hover: Place | null = null;
    #acts: [string, (event: MapMouseEvent) => void][];

    constructor(
        private readonly map: GlMap,
        private readonly sketch: (lines?: GeoJSON.FeatureCollection) => void,
        private readonly host: AreaHost,
    ) {
        this.#acts = [
            ['click', (event) => this.#click(event)],
            ['mousemove', (event) => this.#move(event)],
            ['dblclick', () => this.finish()],
        ];
        for (const [name, act] of this.#acts) map.on(name as 'click', act);
        document.addEventListener('keydown', this.#key, true);
        map.doubleClickZoom.disable();
        map.getCanvas().style.cursor = 'crosshair';
        map.getCanvas().focus({ preventScroll: true });
    }

    finish(): void {
        if (this.#corners.length >= CORNERS_LEAST) this.#end(this.#corners);
    }

    giveUp(): void {
        this.#end(null);
    }

    #end(corners: Place[] | null): void {
        for (const [name, act] of this.#acts) this.map.off(name as 'click', act);
        document.removeEventListener('keydown', this.#key, true);
        this.map.getCanvas().style.cursor = '';
        this.sketch();
        this.host.done(corners);
    }

    #click({ lngLat, point }: MapMouseEvent): void {
        const near = (corner?: Place) => corner !== undefined && this.map.project(corner as [number, number]).dist(point) < NEAR_PIXELS;
        const { lng, lat } = lngLat.wrap();

        // The second click of a double click is no corner.
        if (near(this.#corners[this.#corners.length - 1])) return;
        if (near(this.#corners[0])) this.finish();
        else this.#add([lng, lat]);
    }

    #add(corner: Place): void {
        this.#corners.push(corner);
        this.#draw();
        this.host.drawn(this.#corners.length);
    }

    #move({ lngLat }: MapMouseEvent): void {
        const { lng, lat } = lngLat.wrap();

        this.#hover = [lng, lat];
        if (this.#corners.length) this.#draw();
    }

    // Before all others: elsewhere these keys set places or take them back.
    readonly #key = (event: KeyboardEvent): void => {
        const onMap = event.target === this.map.getCanvas() || event.target === document.body;

        if (event.key === 'Escape') this.giveUp();
        else if (event.key === 'Enter' && onMap) this.finish();
        else if (event.key === ' ' && onMap) this.#add(this.map.getCenter().wrap().toArray());
        else return;
        event.preventDefault();
        event.stopPropagation();
    };

    #draw(): void {
        const corners = this.#corners as [number, number][];
        const line = [...corners, ...(this.#hover ? [this.#hover as [number, number]] : []), corners[0]];
        const dots = corners.map((coordinates): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }));

        this.sketch(collection([feature(line), ...dots]));
    }
}
