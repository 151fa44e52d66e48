// preferences: a vehicle and a taste, the model that they make, and how links say them.
import type { Model, ModelRule, Place } from '../../js/relaxd.js';
import { collection } from './line';

export type Avoided = 'tolls' | 'motorways' | 'ferries' | 'hills';
export type Size = 'height' | 'width' | 'length' | 'weight' | 'axle_load';

export interface Preferences {
    named: string; // a model that relaxd has by this name; '': none
    avoided: Record<Avoided, number>; // percent; 100: closed
    shorter: number; // seconds that a kilometre less is worth
    sizes: Record<Size, number>; // metres and tonnes; 0: not said
    hazmat: boolean;
    areas: Place[][]; // closed; the corners of each
}

export const AVOIDED: readonly Avoided[] = ['tolls', 'motorways', 'ferries', 'hills'];
export const SIZES: readonly Size[] = ['height', 'width', 'length', 'weight', 'axle_load'];
export const SHORTER_MAX = 200;
const AREAS_MAX = 62;
const CORNERS_MAX = 1000;
const SIZE_MAX = 10_000;
const LORRY_TONNES = 3.5; // from there on tolls for lorries are meant, too

export function noPreferences(): Preferences {
    return {
        named: '',
        avoided: { tolls: 0, motorways: 0, ferries: 0, hills: 0 },
        shorter: 0,
        sizes: { height: 0, width: 0, length: 0, weight: 0, axle_load: 0 },
        hazmat: false,
        areas: [],
    };
}

export const areEmpty = (preferences: Preferences): boolean => writePreferences(preferences).length === 0;

// ---- The model

function conditionOf(avoided: Avoided, { sizes }: Preferences): string {
    switch (avoided) {
        case 'tolls':
            return sizes.weight > LORRY_TONNES ? 'toll == ALL || toll == HGV' : 'toll == ALL';
        case 'motorways':
            return 'road_class == MOTORWAY';
        case 'ferries':
            return 'road_environment == FERRY';
        case 'hills':
            return 'max_slope > 6';
    }
}

function vehicleOf({ sizes, hazmat }: Preferences): Model['vehicle'] | null {
    const said = Object.fromEntries(SIZES.filter((size) => sizes[size] > 0).map((size) => [size, sizes[size]]));

    return hazmat || Object.keys(said).length ? { ...said, ...(hazmat ? { hazmat } : {}) } : null;
}

const ring = (corners: Place[]) => [...corners, corners[0]].map(([lon, lat]) => [lon, lat]);

// What questions bring: a name, a model, or nothing where all is as the profile has it.
export function modelOf(preferences: Preferences): string | Model | undefined {
    const { named, avoided, shorter, areas } = preferences;
    const priority: ModelRule[] = AVOIDED.filter((each) => avoided[each] > 0).map((each) => ({
        if: conditionOf(each, preferences),
        multiply_by: (100 - avoided[each]) / 100,
    }));
    const vehicle = vehicleOf(preferences);

    if (named) return named;
    const model: Model = {
        ...(priority.length ? { priority } : {}),
        ...(shorter ? { distance_influence: shorter } : {}),
        ...(vehicle ? { vehicle } : {}),
        ...(areas.length ? { avoid: { polygons: { type: 'MultiPolygon', coordinates: areas.map((corners) => [ring(corners)]) } } } : {}),
    };
    return Object.keys(model).length ? model : undefined;
}

// The areas in force, as the map draws them.
export function areasOf({ named, areas }: Preferences): GeoJSON.FeatureCollection | undefined {
    if (named || !areas.length) return undefined;
    return collection(
        areas.map((corners, index) => ({
            type: 'Feature',
            properties: { number: String(index + 1) },
            geometry: { type: 'Polygon', coordinates: [ring(corners)] },
        })),
    );
}

// ---- In words

const AVOIDED_WORDS: Record<Avoided, string> = { tolls: 'tolls', motorways: 'motorways', ferries: 'ferries', hills: 'hills' };
const SIZE_WORDS: Record<Size, [unit: string, words: string]> = {
    height: ['m', 'high'],
    width: ['m', 'wide'],
    length: ['m', 'long'],
    weight: ['t', 'in all'],
    axle_load: ['t', 'an axle'],
};

// In a line; '' of none.
export function preferencesWords({ named, avoided, shorter, sizes, hazmat, areas }: Preferences): string {
    if (named) return named;
    const less = AVOIDED.filter((each) => avoided[each] > 0).map((each) => `${avoided[each] < 100 ? 'fewer' : 'no'} ${AVOIDED_WORDS[each]}`);
    const sized = SIZES.filter((size) => sizes[size] > 0).map((size) => `${sizes[size]} ${SIZE_WORDS[size].join(' ')}`);
    const closed = areas.length ? [`${areas.length} ${areas.length === 1 ? 'area' : 'areas'} closed`] : [];

    return [...sized, ...(hazmat ? ['hazardous goods'] : []), ...less, ...(shorter ? ['shorter'] : []), ...closed].join(', ');
}

// ---- In links

const placesOf = (corners: Place[]) => corners.map(([lon, lat]) => `${Number(lon.toFixed(6))},${Number(lat.toFixed(6))}`).join(';');

// Names and values of what differs from the defaults.
export function writePreferences({ named, avoided, shorter, sizes, hazmat, areas }: Preferences): [string, string][] {
    const parts: [string, string][] = [];

    if (named) parts.push(['model', encodeURIComponent(named)]);
    for (const each of AVOIDED) if (avoided[each]) parts.push([each, String(avoided[each])]);
    if (shorter) parts.push(['shorter', String(shorter)]);
    for (const size of SIZES) if (sizes[size]) parts.push([size, String(sizes[size])]);
    if (hazmat) parts.push(['hazmat', '1']);
    if (areas.length) parts.push(['areas', areas.map(placesOf).join('_')]);
    return parts;
}

function within(text: string | undefined, most: number): number {
    const value = Number(text);

    return value > 0 ? Math.min(value, most) : 0;
}

// `readPlaces`: of one area.
export function readPreferences(text: Map<string, string>, readPlaces: (text: string, most: number) => Place[]): Preferences {
    const preferences = noPreferences();

    preferences.named = text.get('model') ?? '';
    for (const each of AVOIDED) preferences.avoided[each] = Math.round(within(text.get(each), 100));
    preferences.shorter = Math.round(within(text.get('shorter'), SHORTER_MAX));
    for (const size of SIZES) preferences.sizes[size] = within(text.get(size), SIZE_MAX);
    preferences.hazmat = text.get('hazmat') === '1';
    preferences.areas = (text.get('areas') ?? '')
        .split('_')
        .map((area) => readPlaces(area, CORNERS_MAX))
        .filter((corners) => corners.length >= 3)
        .slice(0, AREAS_MAX);
    return preferences;
}
