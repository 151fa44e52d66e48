/** relaxd: a client of relaxd's HTTP interface, for browsers and node 18 or newer.
 *
 * Every method asks one question and gives the answer as it came, or throws a
 * RelaxdError. Positions are [longitude, latitude] in degrees, durations seconds,
 * distances metres. docs/api.md and docs/osrm.md of relaxd say what the options do. */

export type Place = readonly [longitude: number, latitude: number];

export class RelaxdError extends Error {
    /** Of HTTP; 0 where nothing answered. */
    readonly status: number;
    /** OSRM's ("NoRoute"), or relaxd's problem ("no-road-near"), or "NoAnswer". */
    readonly code: string;
    /** What to do about it; may be empty. */
    readonly mend: string;
}

export interface Call {
    signal?: AbortSignal;
}

export interface LineString {
    type: 'LineString';
    coordinates: [number, number][];
}

/** What all of OSRM's services take. */
export interface OsrmOptions {
    /** Of a map's profiles, NAME:PROFILE, or a usual name; "driving" unless given. */
    profile?: string;
    radiuses?: string;
    bearings?: string;
    approaches?: string;
    exclude?: string;
    snapping?: 'default' | 'any';
    generate_hints?: boolean;
    skip_waypoints?: boolean;
}

export interface RouteOptions extends OsrmOptions {
    alternatives?: boolean | number;
    steps?: boolean;
    annotations?: boolean | string;
    geometries?: 'polyline' | 'polyline6' | 'geojson';
    overview?: 'simplified' | 'full' | 'by_legs' | false;
    continue_straight?: 'default' | boolean;
    waypoints?: string;
}

export interface Waypoint {
    location: [number, number];
    name: string;
    /** Metres from where it was asked for. */
    distance: number;
    hint?: string;
}

export interface Maneuver {
    type: string;
    modifier?: string;
    location: [number, number];
    bearing_before: number;
    bearing_after: number;
    exit?: number;
}

export interface Step {
    distance: number;
    duration: number;
    weight: number;
    name: string;
    ref?: string;
    destinations?: string;
    exits?: string;
    rotary_name?: string;
    mode: string;
    driving_side: 'left' | 'right';
    maneuver: Maneuver;
    /** As `geometries` says. */
    geometry: string | LineString;
    intersections: { location: [number, number]; bearings: number[]; entry: boolean[]; in?: number; out?: number }[];
}

export interface Leg {
    distance: number;
    duration: number;
    weight: number;
    summary: string;
    steps: Step[];
    annotation?: Record<string, unknown>;
}

export interface Route {
    distance: number;
    duration: number;
    weight: number;
    weight_name: string;
    /** As `geometries` says; absent where `overview` says so. */
    geometry?: string | LineString;
    legs: Leg[];
}

export interface RouteAnswer {
    code: 'Ok';
    routes: Route[];
    waypoints?: Waypoint[];
}

export interface TableOptions extends OsrmOptions {
    sources?: string;
    destinations?: string;
    annotations?: string;
    fallback_speed?: number;
    fallback_coordinate?: 'input' | 'snapped';
    scale_factor?: number;
}

export interface TableAnswer {
    code: 'Ok';
    /** null where there is no way. */
    durations?: (number | null)[][];
    distances?: (number | null)[][];
    sources?: Waypoint[];
    destinations?: Waypoint[];
}

export interface NearestOptions extends OsrmOptions {
    number?: number;
}

export interface NearestAnswer {
    code: 'Ok';
    waypoints: (Waypoint & { nodes: [number, number] })[];
}

/** Which map, profile and solver answer a query. */
export interface QueryOptions {
    map?: string;
    profile?: string;
    /** "auto", or one that status() lists. */
    solver?: string;
    set?: string;
}

/** What answered, and how long it took. */
export interface Figures {
    solver: string;
    device: string;
    epoch: number;
    queued_us: number;
    solve_us: number;
    note?: string;
}

export interface WayOptions extends QueryOptions {
    geometry?: 'geojson' | 'polyline' | 'polyline6' | 'none';
    nodes?: boolean;
    radius?: number;
    continue_straight?: boolean;
    /** Up to so many further ways between two places, 0 to 10. */
    alternatives?: number;
}

/** A further way. */
export interface FurtherWay {
    cost: number;
    duration: number;
    distance: number;
    geometry?: LineString | string;
    legs: { cost: number; duration: number; distance: number }[];
    roads: { name: string; ref: string; mode: string; duration: number; distance: number }[];
    nodes?: number[];
}

/** Where there is no way, cost, duration, distance and geometry are null. */
export interface WayAnswer extends Figures {
    cost: number | null;
    duration: number | null;
    distance: number | null;
    /** What the profile calls `cost`. */
    weight_name?: string;
    geometry?: LineString | string | null;
    missing_leg?: number;
    legs: { cost: number; duration: number; distance: number }[];
    stops: { location: [number, number]; distance: number }[];
    roads: { name: string; ref: string; mode: string; duration: number; distance: number }[];
    nodes?: number[];
    /** Where some were asked for and there is a way; ascending by cost. */
    alternatives?: FurtherWay[];
}

export interface SearchOptions extends QueryOptions {
    geometry?: 'geojson' | 'polyline' | 'polyline6' | 'none';
    radius?: number;
    exclude?: string;
}

/** Of the search from the first place on, and of the one back from the other. */
export type EachSide = [forward: number, backward: number];

/** A way, as WayAnswer, or on a map without roads as cost and geometry; and how it
 * was found. */
export interface SearchAnswer extends Figures {
    cost: number | null;
    duration?: number | null;
    distance?: number | null;
    geometry?: LineString | string | null;
    /** Vertices; `points` of them, one of `every`, are in the phases. */
    reached: EachSide;
    points: number;
    every: number;
    phases: {
        phase: number;
        reached: EachSide;
        cost: EachSide;
        /** Polylines of five digits. */
        forward?: string;
        backward?: string;
    }[];
}

export interface PathAnswer extends Figures {
    cost: number | null;
    vertices?: number[];
    /** There is a path, and its cost has no room in 32 bits. */
    overflow?: true;
}

export interface IsochroneOptions extends Pick<QueryOptions, 'map' | 'profile'> {
    /** Seconds, or metres. */
    contours: number[];
    exclude?: string;
    metric?: 'duration' | 'distance';
    direction?: 'depart' | 'arrive';
    polygons?: boolean;
    denoise?: number;
    generalize?: number;
}

export interface IsochroneAnswer {
    type: 'FeatureCollection';
    /** By falling contour, so that smaller ones are drawn over larger ones. */
    features: {
        type: 'Feature';
        /** `area` in square metres, of lines too. */
        properties: { contour: number; metric: 'duration' | 'distance'; area: number };
        geometry:
            | { type: 'MultiPolygon'; coordinates: [number, number][][][] }
            | { type: 'MultiLineString'; coordinates: [number, number][][] };
    }[];
    /** Where the places are on roads. */
    from: { location: [number, number]; distance: number }[];
    /** Metres: of the grid that lines are drawn on, and how far one walks beside roads. */
    cell: number;
    beside_roads: number;
    epoch: number;
    /** Vertices of the search. */
    settled: number;
    /** Of the search, and of drawing what it reached. */
    search_us: number;
    draw_us: number;
}

/** Rows of weights (docs/weights.md), by "car/segments", "car/turns" or "arcs". A
 * speed, penalty or weight of null closes. */
export interface SegmentRow {
    from?: number;
    to?: number;
    way?: number;
    direction?: 'forward' | 'backward' | 'both';
    speed?: number | null;
    rate?: number | null;
    /** When it ends (RFC 3339), as it is read. */
    ends?: string;
}
export interface TurnRow {
    from: number;
    via: number;
    to: number;
    penalty?: number | null;
    weight?: number | null;
    ends?: string;
}
export interface ArcRow {
    from: number;
    to: number;
    weight?: number | null;
    ends?: string;
}
export type WeightRow = SegmentRow | TurnRow | ArcRow;

export interface RowsOptions {
    map?: string;
    scenario?: string;
}

export interface ReadRowsOptions extends RowsOptions {
    /** "west,south,east,north" in degrees. */
    box?: string;
    /** The weights in force, from all layers, instead of the rows that clients wrote. */
    in_force?: boolean;
}

export interface ChangeRowsOptions extends RowsOptions {
    /** Seconds, after which the rows end. */
    ttl?: number;
    dry_run?: boolean;
}

export interface ChangeCall extends Call {
    /** An Idempotency-Key. */
    key?: string;
}

export interface ChangeAnswer {
    epoch: number;
    rows: number;
    matched: number;
    unmatched: number;
    changed_arcs: number;
    in_force_ms: number;
    unmatched_rows: (WeightRow & { row: number; reason: string })[];
}

export interface ScenariosAnswer {
    map: string;
    /** Of the last change that the map has dealt with. */
    epoch: number;
    collections: RowsCount[];
    scenarios: { name: string; epoch: number; collections: RowsCount[] }[];
}

export interface RowsCount {
    profile?: string;
    kind: 'segments' | 'turns' | 'arcs';
    rows: number;
}

export interface StatusAnswer {
    version: string;
    uptime_s: number;
    maps: {
        name: string;
        profile: string | null;
        vertices: number;
        arcs: number;
        unit: string;
        source: string;
        positions: boolean;
        /** null: not ordered. */
        hierarchy: object | null;
        epoch: number;
    }[];
    devices: { name: string; description: string; in_use: boolean }[];
    gpu?: string;
    solvers: { name: string; summary: string; device: 'cpu' | 'cuda'; capabilities: string[]; slow?: string }[];
}

export class Relaxd {
    /** Sent with changes of weights, if there is one. */
    token: string;

    /** `base`: "http://127.0.0.1:5000"; "" in a page that relaxd serves itself. */
    constructor(base?: string, options?: { fetch?: typeof fetch; token?: string });

    /** OSRM's services: route, table, nearest. */
    route(places: readonly Place[], options?: RouteOptions, call?: Call): Promise<RouteAnswer>;
    table(places: readonly Place[], options?: TableOptions, call?: Call): Promise<TableAnswer>;
    nearest(place: Place, options?: NearestOptions, call?: Call): Promise<NearestAnswer>;

    /** relaxd's own route, which tells who found it; at least two places. */
    way(places: readonly Place[], options?: WayOptions, call?: Call): Promise<WayAnswer>;
    /** Between vertices by their ids, on any map. */
    path(from: number, to: number, options?: QueryOptions & { paths?: boolean }, call?: Call): Promise<PathAnswer>;
    /** How a solver finds the way: from one place, or vertex on a map without roads, to
     * another. Of those whose `capabilities` have "shows". */
    search(from: Place | number, to: Place | number, options?: SearchOptions, call?: Call): Promise<SearchAnswer>;
    /** How far one gets from any of the places. */
    isochrone(places: readonly Place[], options: IsochroneOptions, call?: Call): Promise<IsochroneAnswer>;

    /** Living weights. `collection`: "car/segments", "car/turns", or "arcs". */
    rows(collection: string, options?: ReadRowsOptions, call?: Call): Promise<WeightRow[]>;
    addRows(collection: string, rows: readonly WeightRow[], options?: ChangeRowsOptions, call?: ChangeCall): Promise<ChangeAnswer>;
    replaceRows(collection: string, rows: readonly WeightRow[], options?: ChangeRowsOptions, call?: ChangeCall): Promise<ChangeAnswer>;
    /** By their keys, or all of them. */
    removeRows(collection: string, rows: readonly WeightRow[] | 'all', options?: ChangeRowsOptions, call?: ChangeCall): Promise<ChangeAnswer>;
    scenarios(options?: { map?: string }, call?: Call): Promise<ScenariosAnswer>;
    publish(scenario: string, options?: { map?: string }, call?: ChangeCall): Promise<ChangeAnswer>;
    drop(scenario: string, options?: { map?: string }, call?: ChangeCall): Promise<ChangeAnswer>;

    status(call?: Call): Promise<StatusAnswer>;
}
