// line: where on a line a place is.

/** @typedef {readonly [number, number]} Place longitude and latitude */

/** @param {Place} place */
const narrowAt = (place) => Math.cos((place[1] * Math.PI) / 180);

/** How far along a segment its point nearest to a place is, 0 to 1.
 * @param {Place} place @param {Place} a @param {Place} b */
function partOf(place, a, b) {
    const narrow = narrowAt(place);
    const [x, y] = [(b[0] - a[0]) * narrow, b[1] - a[1]];
    const [u, v] = [(place[0] - a[0]) * narrow, place[1] - a[1]];

    return Math.min(1, Math.max(0, (u * x + v * y) / (x * x + y * y || 1)));
}

/** How far a place is from a segment, squared; in degrees of latitude.
 * @param {Place} place @param {Place} a @param {Place} b */
function fromSegment(place, a, b) {
    const part = partOf(place, a, b);
    const x = (place[0] - a[0] - part * (b[0] - a[0])) * narrowAt(place);
    const y = place[1] - a[1] - part * (b[1] - a[1]);

    return x ** 2 + y ** 2;
}

/** The segment of [first, end) that is nearest to a place.
 * @param {readonly Place[]} line @param {Place} place @param {number} first */
function nearestSegment(line, place, first) {
    let [segment, least] = [first, Infinity];

    for (let i = first; i + 1 < line.length; i++) {
        const far = fromSegment(place, line[i], line[i + 1]);
        if (far < least) [segment, least] = [i, far];
    }
    return segment;
}

/** The place on a line that is nearest to another.
 * @param {readonly Place[]} line @param {Place} place @returns {Place} */
export function nearestOn(line, place) {
    const segment = nearestSegment(line, place, 0);
    const [a, b] = [line[segment], line[segment + 1] ?? line[segment]];
    const part = partOf(place, a, b);

    return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
}

/** Which leg of a line over `stops`, in their order, a place lies on, from 0.
 * @param {readonly Place[]} line @param {readonly Place[]} stops @param {Place} place */
export function legAt(line, stops, place) {
    const segment = nearestSegment(line, place, 0);
    let from = 0;

    for (let leg = 0; leg + 2 < stops.length; leg++) {
        from = nearestSegment(line, stops[leg + 1], from);
        if (segment < from) return leg;
        if (segment === from && isBefore(line[from], place, stops[leg + 1])) return leg;
    }
    return Math.max(0, stops.length - 2);
}

/** @param {Place} from @param {Place} one @param {Place} other */
const isBefore = (from, one, other) => fromSegment(one, from, from) < fromSegment(other, from, from);
