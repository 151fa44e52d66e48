// style: how the map looks, by day and by night.
//
// Labels name no glyphs: without an address for them MapLibre draws letters
// itself, in the page's own font.
import type { LayerSpecification, StyleImageMetadata, StyleSpecification, SourceSpecification } from 'maplibre-gl';
import type { SolverColours } from './solver_layer';

export type Theme = 'light' | 'dark';

// What relaxd says of its tiles (TileJSON), as far as the page goes by it.
export interface Tiles {
    url: string;
    layer: string;
    minzoom: number;
    maxzoom: number;
    bounds: [number, number, number, number] | null;
    /** Where most of the roads lie. */
    middle: [number, number, number, number] | null;
    attribution: string;
}

export type Overlays = Record<string, GeoJSON.FeatureCollection>;

interface Palette {
    land: string;
    casing: string;
    path: string;
    street: string;
    far: string; // streets from afar, where there are no casings to see them by
    main: string;
    trunk: string;
    motorway: string;
    label: string;
    halo: string;
    shield: string;
    shieldRim: string;
    route: string;
    routeCasing: string;
    other: string;
    rings: string[];
    live: string[]; // of LIVE_STEPS
    closed: string; // areas
    vertex: string;
    solverColours: SolverColours;
}

export const PALETTES: Record<Theme, Palette> = {
    light: {
        land: '#f3f1ec',
        casing: '#d0cabe',
        path: '#d6d0c4',
        street: '#ffffff',
        far: '#d0cabe',
        main: '#fdf0cb',
        trunk: '#fbdfa0',
        motorway: '#f5bf7d',
        label: '#5c574d',
        halo: '#fbfaf7',
        shield: '#fffdf6',
        shieldRim: '#c9a95c',
        route: '#2458d3',
        routeCasing: '#ffffff',
        other: '#8ea2cf',
        rings: ['#1f4fc4', '#3f7fe0', '#74aaf0', '#a9cdf8'],
        live: ['#5b1020', '#cf2d2d', '#ee8a1d', '#e6c21a', '#4fa66a'],
        closed: '#b3261e',
        vertex: '#8a857a',
        solverColours: { forward: [0.16, 0.42, 0.87], backward: [0.87, 0.38, 0.1], fresh: [0.98, 0.72, 0.05], glow: 0 },
    },
    dark: {
        land: '#14171c',
        casing: '#0d0f13',
        path: '#272c35',
        street: '#2c323c',
        far: '#333a46',
        main: '#3b4350',
        trunk: '#4b4f58',
        motorway: '#5f5848',
        label: '#9aa3b2',
        halo: '#14171c',
        shield: '#262b33',
        shieldRim: '#5d6674',
        route: '#78a6ff',
        routeCasing: '#0c1322',
        other: '#475b8a',
        rings: ['#9cc0ff', '#6d9cf5', '#4674d6', '#2f52a3'],
        live: ['#ff6b81', '#e5484d', '#f08c2e', '#e0c341', '#3f8f5c'],
        closed: '#ff8a80',
        vertex: '#6b7482',
        solverColours: { forward: [0.2, 0.5, 1], backward: [1, 0.45, 0.2], fresh: [1, 0.96, 0.78], glow: 1 },
    },
};

// Classes of the tiles (core/service/tile/tile_class.c), by how they are drawn.
const RANKS: Record<'motorway' | 'trunk' | 'main' | 'service' | 'path' | 'rail' | 'ferry', string[]> = {
    motorway: ['motorway', 'motorway_link'],
    trunk: ['trunk', 'trunk_link', 'primary', 'primary_link'],
    main: ['secondary', 'secondary_link', 'tertiary', 'tertiary_link'],
    service: ['service'],
    path: ['path'],
    rail: ['rail'],
    ferry: ['ferry'],
};

type Rank = keyof typeof RANKS | 'street';

const anyOf = (names: string[]): unknown => ['in', ['get', 'class'], ['literal', names]];
const ofRank = (rank: Rank): unknown =>
    rank === 'street' ? ['!', anyOf(Object.values(RANKS).flat())] : anyOf(RANKS[rank]);

// Widths in pixels at zooms 8, 12, 15 and 18.
const WIDTHS: Record<Rank, [number, number, number, number]> = {
    rail: [0.4, 0.8, 1.2, 3],
    ferry: [0.6, 1, 1.4, 2.5],
    path: [0.2, 0.5, 1, 3],
    service: [0.2, 0.5, 1.8, 8],
    street: [0.2, 0.7, 3, 14],
    main: [0.5, 1.6, 5, 18],
    trunk: [1, 2.4, 6.5, 22],
    motorway: [1.4, 3, 7.5, 24],
};

// Ramps are half as wide as their roads.
const width = (rank: Rank, more = 0): unknown => {
    const [far, middle, near, close] = WIDTHS[rank];
    const wide = (pixels: number, around: number) => ['case', ['in', '_link', ['get', 'class']], pixels / 2 + around, pixels + around];

    return [
        'interpolate',
        ['exponential', 1.5],
        ['zoom'],
        ...[8, wide(far, 0), 12, wide(middle, more * 0.6), 15, wide(near, more), 18, wide(close, more * 1.5)],
    ];
};

function line(id: string, tiles: Tiles, rank: Rank, paint: Record<string, unknown>, minzoom = 0): LayerSpecification {
    return {
        id,
        type: 'line',
        source: 'roads',
        'source-layer': tiles.layer,
        minzoom,
        filter: ofRank(rank),
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint,
    } as LayerSpecification;
}

// Dashes in multiples of the width.
const DASHES: Partial<Record<Rank, number[]>> = { ferry: [3, 3], rail: [5, 1.5], path: [2, 1.5] };

function colourOf(rank: Rank, palette: Palette): unknown {
    if (rank === 'ferry' || rank === 'rail') return palette.casing;
    if (rank !== 'street' && rank !== 'service') return palette[rank];
    return ['interpolate', ['linear'], ['zoom'], 12.8, palette.far, 13.6, palette.street];
}

function roadLayers(palette: Palette, tiles: Tiles): LayerSpecification[] {
    const ranks: Rank[] = ['ferry', 'rail', 'path', 'service', 'street', 'main', 'trunk', 'motorway'];
    const cased = ranks.slice(3);
    const near: Rank[] = ['service', 'street'];

    return [
        ...cased.map((rank) =>
            line(
                `casing-${rank}`,
                tiles,
                rank,
                { 'line-color': palette.casing, 'line-width': width(rank, rank === 'service' ? 1 : 1.6) },
                near.includes(rank) ? 13 : 9,
            ),
        ),
        ...ranks.map((rank) =>
            line(`road-${rank}`, tiles, rank, {
                'line-color': colourOf(rank, palette),
                'line-width': width(rank),
                ...(DASHES[rank] ? { 'line-dasharray': DASHES[rank] } : {}),
            }),
        ),
    ];
}

// "B 37; B 45": one sign has one number.
const REF: unknown = ['coalesce', ['get', 'ref'], ''];
const FIRST_REF: unknown = ['case', ['in', ';', REF], ['slice', REF, 0, ['index-of', ';', REF]], REF];

// Whose numbers are told from zooms 8, 10 and 12 on.
const REF_RANKS = [
    ['motorway', 'trunk', 'primary'],
    ['motorway', 'trunk', 'primary', 'secondary'],
    ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'],
];

export const SHIELD = 'shield';

// What numbers of roads stand on: 3 pixels of corner that stay, the rest is stretched.
export function shieldImage(theme: Theme): { image: ImageData; options: Partial<StyleImageMetadata> } {
    const { shield, shieldRim } = PALETTES[theme];
    const [ratio, size, rim] = [2, 32, 2];
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d')!;

    context.fillStyle = shield;
    context.strokeStyle = shieldRim;
    context.lineWidth = rim;
    context.beginPath();
    roundRect(context, rim / 2, size - rim, 6);
    context.fill();
    context.stroke();
    return {
        image: context.getImageData(0, 0, size, size),
        options: { pixelRatio: ratio, stretchX: [[8, 24]], stretchY: [[8, 24]], content: [4, 4, 28, 28] },
    };
}

// Of browsers that have no roundRect() yet.
function roundRect(context: CanvasRenderingContext2D, from: number, wide: number, radius: number): void {
    const to = from + wide;
    const corners = [[to, from], [to, to], [from, to], [from, from]];

    context.moveTo(from + radius, from);
    corners.forEach(([x, y], index) => {
        const [nextX, nextY] = corners[(index + 1) % 4];
        context.arcTo(x, y, nextX, nextY, radius);
    });
    context.closePath();
}

function labelLayers(palette: Palette, tiles: Tiles): LayerSpecification[] {
    const common = { type: 'symbol', source: 'roads', 'source-layer': tiles.layer };

    return [
        {
            ...common,
            id: 'oneway',
            minzoom: 16,
            filter: ['in', ['get', 'oneway'], ['literal', [true, 1, 'yes']]],
            layout: {
                'symbol-placement': 'line',
                'symbol-spacing': 140,
                'text-field': '›',
                'text-font': ['Inter'],
                'text-size': 17,
                'text-keep-upright': false,
            },
            paint: { 'text-color': palette.label, 'text-opacity': 0.6 },
        },
        {
            ...common,
            id: 'refs',
            minzoom: 8,
            filter: ['all', ['!=', FIRST_REF, ''], ['step', ['zoom'], anyOf(REF_RANKS[0]), 10, anyOf(REF_RANKS[1]), 12, anyOf(REF_RANKS[2])]],
            layout: {
                'symbol-placement': 'line',
                'symbol-spacing': 260,
                'symbol-sort-key': ['match', ['get', 'class'], ...sortKeys()],
                'icon-image': SHIELD,
                'icon-text-fit': 'both',
                'icon-text-fit-padding': [1, 4, 1, 4],
                'icon-rotation-alignment': 'viewport',
                'text-rotation-alignment': 'viewport',
                'text-field': FIRST_REF,
                'text-font': ['Inter'],
                'text-size': ['interpolate', ['linear'], ['zoom'], 8, 9.5, 14, 11],
                'text-padding': 14,
            },
            paint: { 'text-color': palette.label },
        },
        {
            ...common,
            id: 'names',
            minzoom: 10,
            filter: ['!=', ['coalesce', ['get', 'name'], ''], ''],
            layout: {
                'symbol-placement': 'line',
                'symbol-spacing': 320,
                'symbol-sort-key': ['match', ['get', 'class'], ...sortKeys()],
                'text-field': ['get', 'name'],
                'text-font': ['Inter'],
                'text-size': ['interpolate', ['linear'], ['zoom'], 10, 10, 12, 10.5, 18, 14],
                'text-max-angle': 35,
                'text-padding': 6,
            },
            paint: { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
        },
    ] as unknown as LayerSpecification[];
}

function sortKeys(): unknown[] {
    return [RANKS.motorway, 0, RANKS.trunk, 1, RANKS.main, 2, [...RANKS.service, ...RANKS.path], 4, 3];
}

// Speed over free flow, slowest first; each below its bound.
export const LIVE_STEPS = [
    { words: 'closed', below: 0 },
    { words: '< 40 %', below: 0.4 },
    { words: '< 70 %', below: 0.7 },
    { words: '< 95 %', below: 0.95 },
    { words: 'free', below: Infinity },
];

export const LIVE_ZOOM = 12; // tiles tell speeds from there on

// Above roads, below their names.
function liveLayers(palette: Palette, tiles: Tiles): LayerSpecification[] {
    const share = ['/', ['get', 'speed'], ['max', ['get', 'free_flow'], 1]];
    const steps = LIVE_STEPS.slice(1).map(({ below }) => below);
    const colour = ['step', share, palette.live[1], ...steps.slice(0, -1).flatMap((below, step) => [below, palette.live[step + 2]])];
    const lines = (id: string, filter: unknown, paint: Record<string, unknown>) =>
        geo(id, 'roads', 'line', {
            'source-layer': tiles.layer,
            minzoom: LIVE_ZOOM,
            filter: ['all', ['has', 'free_flow'], ['>', ['get', 'free_flow'], 0], filter],
            layout: round,
            paint: { 'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 12, 1, 15, 2.5, 18, 7], ...paint },
        });

    return [
        lines('live', ['>', ['get', 'speed'], 0], { 'line-color': colour, 'line-opacity': 0.85 }),
        lines('live-closed', ['==', ['get', 'speed'], 0], { 'line-color': palette.live[0], 'line-dasharray': [1, 1.6] }),
    ];
}

const geo = (id: string, source: string, type: string, more: Record<string, unknown>): LayerSpecification =>
    ({ id, source, type, ...more }) as unknown as LayerSpecification;

const round = { 'line-cap': 'round', 'line-join': 'round' };
const scaled = (far: number, near: number) => ['interpolate', ['linear'], ['zoom'], 9, far, 16, near];

function isochroneLayers(palette: Palette): LayerSpecification[] {
    const colour = ['to-color', ['at', ['get', 'rank'], ['literal', palette.rings]]];

    return [
        geo('isochrone-fill', 'isochrone', 'fill', { paint: { 'fill-color': colour, 'fill-opacity': 0.22 } }),
        geo('isochrone-line', 'isochrone', 'line', { layout: round, paint: { 'line-color': colour, 'line-width': 1.6, 'line-opacity': 0.9 } }),
    ];
}

// What is not to be entered; their numbers are those of the panel.
function areaLayers(palette: Palette): LayerSpecification[] {
    return [
        geo('areas', 'areas', 'fill', { paint: { 'fill-color': palette.closed, 'fill-opacity': 0.14 } }),
        geo('areas-line', 'areas', 'line', { layout: round, paint: { 'line-color': palette.closed, 'line-width': 1.6, 'line-dasharray': [2.5, 2] } }),
        geo('areas-number', 'areas', 'symbol', {
            layout: { 'text-field': ['get', 'number'], 'text-font': ['Inter'], 'text-size': 13 },
            paint: { 'text-color': palette.closed, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
        }),
    ];
}

function routeLayers(palette: Palette): LayerSpecification[] {
    const lines = (id: string, source: string, colour: string, far: number, near: number) =>
        geo(id, source, 'line', { layout: round, paint: { 'line-color': colour, 'line-width': scaled(far, near) } });

    return [
        lines('alternatives', 'alternatives', palette.other, 3.5, 6),
        lines('route-casing', 'route', palette.routeCasing, 6.5, 11),
        lines('route', 'route', palette.route, 4, 7),
        geo('spokes', 'spokes', 'line', {
            layout: round,
            paint: { 'line-color': palette.route, 'line-width': 1.5, 'line-dasharray': [0.5, 2.5], 'line-opacity': 0.8 },
        }),
        geo('spot', 'spot', 'circle', {
            paint: { 'circle-radius': 6, 'circle-color': palette.routeCasing, 'circle-stroke-color': palette.route, 'circle-stroke-width': 3 },
        }),
    ];
}

function pickedLayers(palette: Palette): LayerSpecification[] {
    return [
        geo('picked-line', 'picked', 'line', { layout: round, paint: { 'line-color': palette.route, 'line-width': 2 } }),
        geo('picked', 'picked', 'circle', {
            filter: ['==', ['geometry-type'], 'Point'],
            paint: { 'circle-radius': 6, 'circle-color': palette.routeCasing, 'circle-stroke-color': palette.route, 'circle-stroke-width': 3 },
        }),
    ];
}

export const OVERLAYS = ['vertices', 'isochrone', 'areas', 'alternatives', 'route', 'spokes', 'spot', 'picked'];

export const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };

function sources(tiles: Tiles | null, overlays: Overlays): Record<string, SourceSpecification> {
    const all: Record<string, SourceSpecification> = {};

    for (const name of OVERLAYS) {
        all[name] = { type: 'geojson', data: overlays[name] ?? NOTHING };
    }
    if (tiles) {
        const { url, minzoom, maxzoom, bounds } = tiles;
        all.roads = { type: 'vector', tiles: [url], minzoom, maxzoom, ...(bounds ? { bounds } : {}) };
    }
    return all;
}

export function mapStyle(theme: Theme, tiles: Tiles | null, overlays: Overlays, live: boolean): StyleSpecification {
    const palette = PALETTES[theme];

    return {
        version: 8,
        sources: sources(tiles, overlays),
        transition: { duration: 150, delay: 0 },
        layers: [
            { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
            ...(tiles ? roadLayers(palette, tiles) : []),
            geo('vertices', 'vertices', 'circle', {
                paint: { 'circle-color': palette.vertex, 'circle-radius': ['interpolate', ['linear'], ['zoom'], 6, 0.7, 14, 3], 'circle-opacity': 0.7 },
            }),
            ...isochroneLayers(palette),
            ...(tiles && live ? liveLayers(palette, tiles) : []),
            ...(tiles ? labelLayers(palette, tiles) : []),
            ...areaLayers(palette),
            ...routeLayers(palette),
            ...pickedLayers(palette),
        ],
    };
}
