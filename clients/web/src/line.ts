// line: lines on the ground, as far as a page needs to reckon with them.
import type { Place } from '../../js/relaxd.js';
import type { Bounds } from './world';

export type Line = [number, number][];

export function boundsOf(places: readonly Place[]): Bounds {
    const lons = places.map(([lon]) => lon);
    const lats = places.map(([, lat]) => lat);
    // A spread would be too many arguments for the longest lines.
    const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
    const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);

    return [least(lons), least(lats), most(lons), most(lats)];
}

// Of Google's encoded polyline format, five digits.
export function decodePolyline(text: string): Line {
    const line: Line = [];
    const at = [0, 0];
    let [bits, shift, axis] = [0, 1, 0];

    // By multiplication: differences may be wider than shifts of 32 bits.
    for (let i = 0; i < text.length; i++) {
        const five = text.charCodeAt(i) - 63;
        bits += (five & 31) * shift;
        shift *= 32;
        if (five >= 32) continue;
        at[axis] += bits % 2 ? -(bits + 1) / 2 : bits / 2;
        if (axis) line.push([at[1] / 1e5, at[0] / 1e5]);
        axis = 1 - axis;
        [bits, shift] = [0, 1];
    }
    return line;
}

const narrowAt = (place: Place) => Math.cos((place[1] * Math.PI) / 180);

// How far along a segment its point nearest to a place is, 0 to 1.
function partOf(place: Place, a: Place, b: Place): number {
    const narrow = narrowAt(place);
    const [x, y] = [(b[0] - a[0]) * narrow, b[1] - a[1]];
    const [u, v] = [(place[0] - a[0]) * narrow, place[1] - a[1]];

    return Math.min(1, Math.max(0, (u * x + v * y) / (x * x + y * y || 1)));
}

// How far a place is from a segment, squared; in degrees of latitude.
function fromSegment(place: Place, a: Place, b: Place): number {
    const part = partOf(place, a, b);
    const x = (place[0] - a[0] - part * (b[0] - a[0])) * narrowAt(place);
    const y = place[1] - a[1] - part * (b[1] - a[1]);

    return x ** 2 + y ** 2;
}

// The segment of [first, end) that is nearest to a place, and how near.
function nearestSegment(line: Line, place: Place, first: number): { segment: number; far: number } {
    let best = { segment: first, far: Infinity };

    for (let i = first; i + 1 < line.length; i++) {
        const far = fromSegment(place, line[i], line[i + 1]);
        if (far < best.far) best = { segment: i, far };
    }
    return best;
}

// The place on a line that is nearest to another.
export function nearestOn(line: Line, place: Place): Place {
    const { segment } = nearestSegment(line, place, 0);
    const [a, b] = [line[segment], line[segment + 1] ?? line[segment]];
    const part = partOf(place, a, b);

    return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])];
}

// Which leg of a line over `stops`, in their order, a place lies on, from 0.
export function legAt(line: Line, stops: readonly Place[], place: Place): number {
    const { segment } = nearestSegment(line, place, 0);
    let from = 0;

    for (let leg = 0; leg + 2 < stops.length; leg++) {
        from = nearestSegment(line, stops[leg + 1], from).segment;
        if (segment < from) return leg;
        if (segment === from && isBefore(line[from], place, stops[leg + 1])) return leg;
    }
    return Math.max(0, stops.length - 2);
}

const isBefore = (from: Place, one: Place, other: Place) => fromSegment(one, from, from) < fromSegment(other, from, from);

export function feature(coordinates: Line, properties: Record<string, unknown> = {}): GeoJSON.Feature {
    return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
}

export const collection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({ type: 'FeatureCollection', features });

export const point = ([lon, lat]: Place): GeoJSON.FeatureCollection =>
    collection([{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } }]);
