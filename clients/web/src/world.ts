// world: what relaxd serves: maps, solvers, tiles, and where the roads lie.
import { RelaxdError, type PathAnswer, type StatusAnswer } from '../../js/relaxd.js';
import type { Tiles } from './style';
import type { State } from './state';

export type Bounds = [west: number, south: number, east: number, north: number];
export type ServedMap = StatusAnswer['maps'][number];

const VERTICES_MAX = 300_000;

// The map and profile that a state means; the first where it names none there is.
export function servedMap(status: StatusAnswer, state: State): ServedMap {
    const named = status.maps.filter((map) => map.name === state.map);
    const maps = named.length ? named : status.maps.filter((map) => map.name === status.maps[0].name);

    return maps.find((map) => map.profile === state.profile) ?? maps[0];
}

// What the state, from a link, names and this relaxd does not serve, in words; '' if nothing.
export function unknownIn(status: StatusAnswer, state: State): string {
    const { name, profile } = servedMap(status, state);
    const profiles = status.maps.filter((map) => map.name === name).map((map) => map.profile);

    if (state.map && state.map !== name) return `This relaxd has no map '${state.map}'. This is '${name}'.`;
    if (!state.profile || profiles.includes(state.profile)) return '';
    return `Map '${name}' has no profile '${state.profile}'${profile ? `. This is '${profile}'` : ''}.`;
}

// How OSRM's paths and tiles name it.
export const profilePath = (map: ServedMap) => (map.profile ? `${map.name}:${map.profile}` : map.name);

// The models that questions may name there. Before relaxd listed them it had these.
export async function readModels(map: ServedMap): Promise<string[]> {
    const response = await fetch(`/v1/models?map=${encodeURIComponent(map.name)}`).catch(() => null);
    if (!response?.ok) return ['e-bike', 'truck', 'wheelchair'];
    const { models } = (await response.json()) as { models: { name: string }[] };

    return models.map(({ name }) => name).sort();
}

interface TileJson {
    tiles?: string[];
    minzoom?: number;
    maxzoom?: number;
    bounds?: Bounds;
    middle?: Bounds;
    attribution?: string;
    vector_layers?: { id: string; fields?: Record<string, string> }[];
}

// Refusals are answers; nobody there is an error.
async function ask(path: string): Promise<Response> {
    const response = await fetch(path).catch(() => null);
    if (!response || response.status >= 502) throw new RelaxdError('relaxd does not answer');
    return response;
}

// null where this relaxd draws no tiles of the map.
export async function readTiles(map: ServedMap): Promise<Tiles | null> {
    const query = `map=${encodeURIComponent(map.name)}&profile=${encodeURIComponent(map.profile ?? '')}`;
    const response = await ask(`/v1/tiles.json?${query}`);
    if (!response.ok) return null;
    const json = (await response.json()) as TileJson;
    const layers = json.vector_layers ?? [];
    const layer = layers.find(({ fields }) => fields && 'class' in fields) ?? layers[0];

    return {
        url: new URL(`/tile/v1/${encodeURIComponent(profilePath(map))}/tile({x},{y},{z}).mvt`, location.href).href.replace(/%7B/g, '{').replace(/%7D/g, '}'),
        layer: layer?.id ?? 'roads',
        minzoom: json.minzoom ?? 0,
        maxzoom: json.maxzoom ?? 15,
        bounds: json.bounds ?? null,
        middle: json.middle ?? json.bounds ?? null,
        attribution: json.attribution ?? '',
    };
}

// A map without roads: vertices with positions, and ways between them.
export class Vertices {
    readonly places = new Map<number, [number, number]>();
    bounds: Bounds = [180, 90, -180, -90];

    add(id: number, lon: number, lat: number): void {
        const [west, south, east, north] = this.bounds;

        if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 85)) return;
        this.places.set(id, [lon, lat]);
        this.bounds = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
    }

    // The id of the nearest vertex; by eye, not by the metre.
    nearest([lon, lat]: readonly [number, number]): number | null {
        const narrow = Math.cos((lat * Math.PI) / 180);
        let best: number | null = null;
        let least = Infinity;

        for (const [id, place] of this.places) {
            const far = ((place[0] - lon) * narrow) ** 2 + (place[1] - lat) ** 2;
            if (far < least) [best, least] = [id, far];
        }
        return best;
    }

    // Where a path runs.
    line(answer: PathAnswer): [number, number][] {
        return (answer.vertices ?? []).flatMap((id) => {
            const place = this.places.get(id);
            return place ? [place] : [];
        });
    }

    toPoints(): GeoJSON.FeatureCollection {
        const coordinates = [...this.places.values()];

        return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPoint', coordinates } }] };
    }
}

// All vertices of a map, or null where they have no positions or are too many.
export async function readVertices(map: ServedMap): Promise<Vertices | null> {
    if (!map.positions || map.vertices > VERTICES_MAX) return null;
    const response = await ask(`/v1/vertices?map=${encodeURIComponent(map.name)}${map.profile ? `&profile=${encodeURIComponent(map.profile)}` : ''}`);
    const { vertices } = (await response.json()) as { vertices: [number, number, number][] };
    const all = new Vertices();

    for (const [id, lon, lat] of vertices) all.add(id, lon, lat);
    return all.places.size ? all : null;
}
