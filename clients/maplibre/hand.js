// hand: what a mouse or a finger takes hold of on a map.

/** @typedef {import('maplibre-gl').MapMouseEvent | import('maplibre-gl').MapTouchEvent} Hand */
/** @typedef {import('maplibre-gl').Map} GlMap */

const DRAG_PIXELS = 4;
const FINGER_PIXELS = 12;
const MOUSE_PIXELS = 4;

/** The feature of a layer that is under it; fingers are less exact.
 * @param {GlMap} map @param {Hand} event @param {string} layer */
export function under(map, event, layer) {
    const { point: { x, y }, originalEvent } = event;
    const touched = 'touches' in originalEvent || /** @type {PointerEvent} */ (originalEvent).pointerType === 'touch';
    const near = touched ? FINGER_PIXELS : MOUSE_PIXELS;
    /** @type {[[number, number], [number, number]]} */
    const box = [[x - near, y - near], [x + near, y + near]];

    return map.getLayer(layer) ? map.queryRenderedFeatures(box, { layers: [layer] })[0] : undefined;
}

/** Whether a press takes hold of something: by the first finger, or the main button, and
 * of nothing that stands above the map.
 * @param {GlMap} map @param {Hand} event */
export function grabs(map, event) {
    if (event.defaultPrevented || event.originalEvent.target !== map.getCanvas()) return false;
    return 'points' in event ? event.points.length === 1 : event.originalEvent.button === 0;
}

/** From a press on: `moved` is told each place of the hand, once it has moved a little,
 * and the last one as `done`. A second finger ends it, since that wants to zoom, and so does
 * a mouse that comes back onto the map with its button up.
 * @param {GlMap} map @param {Hand} press
 * @param {(place: [number, number], done: boolean) => void} moved */
export function drag(map, press, moved) {
    const touches = 'points' in press;
    const [moves, ends] = touches ? /** @type {const} */ (['touchmove', 'touchend']) : /** @type {const} */ (['mousemove', 'mouseup']);
    /** @type {[number, number] | null} */
    let last = null;
    /** @param {Hand} event */
    const follow = (event) => {
        if ('points' in event ? event.points.length > 1 : !(event.originalEvent.buttons & 1)) return finish();
        if (!last && event.point.dist(press.point) <= DRAG_PIXELS) return;
        const { lng, lat } = event.lngLat.wrap();
        last = [lng, lat];
        moved(last, false);
    };
    const finish = () => {
        map.off(moves, follow);
        map.off(ends, finish);
        map.off('touchcancel', finish);
        if (last) moved(last, true);
    };

    press.preventDefault();
    map.on(moves, follow);
    map.on(ends, finish);
    map.on('touchcancel', finish);
}
