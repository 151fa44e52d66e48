// box: lets one draw a rectangle on the map.
import type { Map as GlMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Bounds } from './world';

type Hand = MapMouseEvent | MapTouchEvent;

const LEAST_PIXELS = 6; // a smaller one is a click

// The next drag makes it; `drawn` is called at each move and once more at the
// end, then with `done`. A click or a second finger calls it off: null.
export function drawBox(map: GlMap, drawn: (bounds: Bounds | null, done: boolean) => void): () => void {
    let from: Hand | null = null;
    let bounds: Bounds | null = null;
    const begin = (event: Hand) => {
        from = event;
        event.preventDefault(); // the map stays where it is
    };
    const move = (event: Hand) => {
        if (!from) return;
        if ('points' in event && event.points.length > 1) return end();
        if (event.point.dist(from.point) < LEAST_PIXELS) return;
        const [one, other] = [from.lngLat, event.lngLat];
        bounds = [Math.min(one.lng, other.lng), Math.min(one.lat, other.lat), Math.max(one.lng, other.lng), Math.max(one.lat, other.lat)];
        drawn(bounds, false);
    };
    const finish = () => from && end(bounds);
    const end = (box: Bounds | null = null) => {
        stop();
        drawn(box, true);
    };
    const stop = () => {
        for (const [name, act] of acts) map.off(name as 'mousedown', act as (event: MapMouseEvent) => void);
        map.getCanvas().style.cursor = '';
    };
    const acts: [string, unknown][] = [
        ['mousedown', begin],
        ['touchstart', begin],
        ['mousemove', move],
        ['touchmove', move],
        ['mouseup', finish],
        ['touchend', finish],
        ['touchcancel', finish],
    ];

    for (const [name, act] of acts) map.on(name as 'mousedown', act as (event: MapMouseEvent) => void);
    map.getCanvas().style.cursor = 'crosshair';
    return stop;
}
