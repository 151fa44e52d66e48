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

export function feature(coordinates: Line, properties: Record<string, unknown> = {}): GeoJSON.Feature {
    return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
}

export const collection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({ type: 'FeatureCollection', features });

export const point = ([lon, lat]: Place): GeoJSON.FeatureCollection =>
    collection([{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } }]);
