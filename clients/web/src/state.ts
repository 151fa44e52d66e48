// state: what the page is asked to show, and the link that says so.
import type { Place } from '../../js/relaxd.js';
import { noPreferences, readPreferences, writePreferences, type Preferences } from './preferences';

export type Mode = 'route' | 'isochrone' | 'table' | 'solver-view';
export type Metric = 'duration' | 'distance';

export interface View {
    zoom: number;
    lat: number;
    lon: number;
}

export interface State {
    mode: Mode;
    map: string; // name; '': the first
    profile: string; // '': the map's first
    solver: string; // 'auto', or a name
    watched: string; // the solver whose search is seen
    points: Place[];
    minutes: number; // of the isochrone, by time
    kilometres: number; // and by distance
    metric: Metric;
    towards: boolean; // the isochrone leads to the points, not from them
    live: boolean; // speeds are drawn, and clicks change them
    preferences: Preferences; // of vehicle and roads
    view: View | null;
}

const MODES: readonly Mode[] = ['route', 'isochrone', 'table', 'solver-view'];
// Links to the modes by their former names stay good.
const RENAMED = new Map([['reach', 'isochrone'], ['search', 'solver-view']]);
const POINTS_MAX = 25;

export function emptyState(): State {
    return {
        mode: 'route',
        map: '',
        profile: '',
        solver: 'auto',
        watched: 'dijkstra',
        points: [],
        minutes: 15,
        kilometres: 6,
        metric: 'duration',
        towards: false,
        live: false,
        preferences: noPreferences(),
        view: null,
    };
}

const places = (value: number, digits: number) => String(Number(value.toFixed(digits)));

// '#map=13/49.41/8.69&at=8.67,49.40;8.70,49.41': what differs from the defaults.
export function writeHash(state: State): string {
    const parts: string[] = [];
    const add = (name: string, value: string) => parts.push(`${name}=${value}`);

    if (state.view) {
        const { zoom, lat, lon } = state.view;
        add('map', [places(zoom, 2), places(lat, 5), places(lon, 5)].join('/'));
    }
    if (state.mode !== 'route') add('mode', state.mode);
    if (state.map) add('on', encodeURIComponent(state.map));
    if (state.profile) add('by', encodeURIComponent(state.profile));
    if (state.solver !== 'auto') add('solver', encodeURIComponent(state.solver));
    if (state.points.length) {
        add('at', state.points.map(([lon, lat]) => `${places(lon, 6)},${places(lat, 6)}`).join(';'));
    }
    if (state.mode === 'isochrone') {
        if (state.metric === 'distance') add('km', String(state.kilometres));
        else add('min', String(state.minutes));
        if (state.towards) add('towards', '1');
    }
    if (state.mode === 'solver-view' && state.watched !== 'dijkstra') add('see', encodeURIComponent(state.watched));
    if (state.live) add('live', '1');
    for (const [name, value] of writePreferences(state.preferences)) add(name, value);
    return parts.length ? `#${parts.join('&')}` : '';
}

function isPlace(lon: number, lat: number): boolean {
    return Number.isFinite(lon) && Number.isFinite(lat) && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
}

function readPoints(text: string, most: number): Place[] {
    return text
        .split(';')
        .map((pair) => pair.split(',').map(Number))
        .filter((pair) => pair.length === 2 && isPlace(pair[0], pair[1]))
        .map(([lon, lat]): Place => [lon, lat])
        .slice(0, most);
}

function readView(text: string): View | null {
    const [zoom, lat, lon] = text.split('/').map(Number);

    return Number.isFinite(zoom) && isPlace(lon, lat) ? { zoom, lat, lon } : null;
}

function clamp(text: string, least: number, most: number, otherwise: number): number {
    const value = Number(text);

    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}

// Whatever a link says, the state is one that can be shown.
export function readHash(hash: string): State {
    const state = emptyState();
    const text = new Map<string, string>();

    for (const part of hash.replace(/^#/, '').split('&')) {
        const equals = part.indexOf('=');
        if (equals > 0) text.set(part.slice(0, equals), decodeOr(part.slice(equals + 1)));
    }
    const mode = text.get('mode') ?? '';

    state.mode = MODES.find((each) => each === (RENAMED.get(mode) ?? mode)) ?? 'route';
    state.map = text.get('on') ?? '';
    state.profile = text.get('by') ?? '';
    state.solver = text.get('solver') ?? 'auto';
    state.watched = text.get('see') ?? 'dijkstra';
    state.points = readPoints(text.get('at') ?? '', POINTS_MAX);
    state.metric = text.has('km') ? 'distance' : 'duration';
    state.kilometres = clamp(text.get('km') ?? '', 3, 30, 6);
    state.minutes = clamp(text.get('min') ?? '', 3, 60, 15);
    state.towards = text.get('towards') === '1';
    state.live = text.get('live') === '1';
    state.preferences = readPreferences(text, readPoints);
    state.view = text.has('map') ? readView(text.get('map')!) : null;
    if (!text.get('min')) state.minutes = 15;
    if (!text.get('km')) state.kilometres = 6;
    return state;
}

function decodeOr(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
