/** relaxd: a client of relaxd's HTTP interface, for browsers and node 18 or newer.
 *
 * Every method asks one question and gives the answer as it came, or throws a
 * RelaxdError. Positions are [longitude, latitude] in degrees, durations seconds,
 * distances metres. docs/api.md and docs/osrm.md of relaxd say what the options do.
 * Where a place may be a number, that is the id of a node. */

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

export interface OsrmRouteOptions extends OsrmOptions {
    alternatives?: boolean | number;
    steps?: boolean;
    annotations?: boolean | string;
    geometries?: 'polyline' | 'polyline6' | 'geojson';
    overview?: 'simplified' | 'full' | 'by_legs' | false;
    continue_straight?: 'default' | boolean;
    waypoints?: string;
}

export interface OsrmWaypoint {
    location: [number, number];
    name: string;
    /** Metres from where it was asked for. */
    distance: number;
    hint?: string;
}

export interface OsrmManeuver {
    type: string;
    modifier?: string;
    location: [number, number];
    bearing_before: number;
    bearing_after: number;
    exit?: number;
}

export interface OsrmStep {
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
    maneuver: OsrmManeuver;
    /** As `geometries` says. */
    geometry: string | LineString;
    intersections: { location: [number, number]; bearings: number[]; entry: boolean[]; in?: number; out?: number }[];
}

export interface OsrmLeg {
    distance: number;
    duration: number;
    weight: number;
    summary: string;
    steps: OsrmStep[];
    annotation?: Record<string, unknown>;
}

export interface OsrmRoute {
    distance: number;
    duration: number;
    weight: number;
    weight_name: string;
    /** As `geometries` says; absent where `overview` says so. */
    geometry?: string | LineString;
    legs: OsrmLeg[];
}

export interface OsrmRouteAnswer {
    code: 'Ok';
    routes: OsrmRoute[];
    waypoints?: OsrmWaypoint[];
}

export interface OsrmTableOptions extends OsrmOptions {
    sources?: string;
    destinations?: string;
    annotations?: string;
    fallback_speed?: number;
    fallback_coordinate?: 'input' | 'snapped';
    scale_factor?: number;
}

export interface OsrmTableAnswer {
    code: 'Ok';
    /** null where there is no way. */
    durations?: (number | null)[][];
    distances?: (number | null)[][];
    sources?: OsrmWaypoint[];
    destinations?: OsrmWaypoint[];
}

export interface OsrmNearestOptions extends OsrmOptions {
    number?: number;
}

export interface OsrmNearestAnswer {
    code: 'Ok';
    waypoints: (OsrmWaypoint & { nodes: [number, number] })[];
}

/** One of `if`, `else_if` and `else`, and one of the others (docs/models.md). */
export interface ModelRule {
    if?: string | boolean;
    else_if?: string | boolean;
    else?: '';
    multiply_by?: number | string;
    limit_to?: number | string;
    do?: readonly ModelRule[];
}

/** Roads by where they lie, or by their ids in OpenStreetMap. */
export interface ModelPlaces {
    /** A geometry, feature or collection of GeoJSON. */
    polygons?: object;
    /** West, south, east, north. */
    rectangle?: readonly [number, number, number, number];
    ways?: readonly number[];
    nodes?: readonly number[];
}

/** How a request weighs roads; as GraphHopper's custom models are. */
export interface Model {
    speed?: readonly ModelRule[];
    priority?: readonly ModelRule[];
    /** Seconds that a kilometre less is worth. */
    distance_influence?: number;
    areas?: object;
    parameters?: Record<string, number>;
    /** Metres and tonnes. */
    vehicle?: {
        height?: number;
        width?: number;
        length?: number;
        weight?: number;
        axle_load?: number;
        hgv?: boolean;
        hazmat?: boolean;
        hazmat_water?: boolean;
    };
    avoid?: ModelPlaces & { classes?: readonly string[] };
    prefer?: ModelPlaces;
}

/** Which roads answer, and when. */
export interface MapOptions {
    map?: string;
    profile?: string;
    /** Classes of the profile: "toll,ferry". */
    exclude?: string;
    scenario?: string;
    /** "2026-11-30T07:30", or with a zone. */
    depart_at?: string;
    /** By name, or a whole one, which goes as a body. */
    model?: string | Model;
    min_epoch?: number;
}

export interface QueryOptions extends MapOptions {
    /** "auto", or one that status() lists. */
    solver?: string;
    /** "OPTION=VALUE,...", of the solver. */
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
    /** By which `depart_at` was read. */
    time_zone?: string;
}

export type Geometry = 'geojson' | 'polyline' | 'polyline6' | 'none';

export interface RouteOptions extends QueryOptions {
    geometry?: Geometry;
    nodes?: boolean;
    /** Metres from a place to its road, at most. */
    radius?: number;
    continue_straight?: 'default' | boolean;
    /** Up to so many further routes between two places, 0 to 10. */
    alternatives?: number;
    steps?: boolean;
    /** Of the steps' instructions: "de", "pt-BR". */
    language?: string;
}

/** A place as it is on its road. */
export interface Stop {
    location: [number, number];
    /** Metres from where it was asked for. */
    distance: number;
}

export interface Sums {
    cost: number;
    duration: number;
    distance: number;
}

export interface Road {
    name: string;
    ref: string;
    mode: string;
    duration: number;
    distance: number;
}

/** What to do, and the road from there to the next step. */
export interface Step extends Sums {
    /** In the language that was asked for. */
    instruction?: string;
    /** As OSRM's maneuvers. */
    type: string;
    modifier?: string;
    exit?: number;
    location: [number, number];
    bearing_before: number;
    bearing_after: number;
    name: string;
    ref?: string;
    destinations?: string;
    exits?: string;
    rotary_name?: string;
    mode: string;
    driving_side: 'left' | 'right';
    /** Its first and last position in the route's geometry, from 0. */
    points?: [first: number, last: number];
}

export interface Leg extends Sums {
    /** With steps: the names of its longest roads. */
    summary?: string;
    steps?: Step[];
}

/** A further route. */
export interface Alternative extends Sums {
    geometry?: LineString | string;
    legs: Leg[];
    roads: Road[];
    nodes?: number[];
}

/** Without a route, cost, duration, distance and geometry are null, legs and roads empty. */
export interface RouteAnswer extends Figures {
    cost: number | null;
    duration: number | null;
    distance: number | null;
    /** What the profile calls `cost`. */
    weight_name?: string;
    geometry?: LineString | string | null;
    overflow?: true;
    /** The first leg that has no route, from 0. */
    missing_leg?: number;
    legs: Leg[];
    stops: Stop[];
    roads: Road[];
    nodes?: number[];
    /** Where some were asked for and there is a route; ascending by cost. */
    alternatives?: Alternative[];
}

/** A line for each route, the cheapest first, then a point for each stop. */
export interface RouteCollection extends Figures {
    type: 'FeatureCollection';
    features: (
        | { type: 'Feature'; properties: Sums & { route: number; legs: Leg[] }; geometry: LineString }
        | { type: 'Feature'; properties: Stop & { stop: number }; geometry: { type: 'Point'; coordinates: [number, number] } }
    )[];
    overflow?: true;
    missing_leg?: number;
}

export type Metric = 'cost' | 'duration' | 'distance';

export interface ArrayOptions extends QueryOptions {
    /** Costs, unless given. */
    metrics?: readonly Metric[];
    radius?: number;
    /** What costs more, or is further, is left out. */
    limit?: number;
    max_duration?: number;
    max_distance?: number;
}

export interface TableOptions extends ArrayOptions {
    /** Cells that have a path instead of matrices. */
    sparse?: boolean;
    /** These cells only: places in `sources` and `targets`, from 0. */
    pairs?: readonly (readonly [source: number, target: number])[];
}

export interface TableAnswer extends Figures {
    /** Of positions. */
    sources?: Stop[];
    targets?: Stop[];
    /** A row for each source, null without a path; of the metrics that were asked for. */
    costs?: (number | null)[][];
    durations?: (number | null)[][];
    distances?: (number | null)[][];
    /** With `sparse` or `pairs`: row, column, a value for each metric. */
    cells?: (number | null)[][];
    /** Cells whose cost does not fit 32 bits. */
    overflow?: [row: number, column: number][];
}

/** Costs, milliseconds and millimetres; 4294967295 without a path, 4294967294 where
 * the cost does not fit. */
export interface NumberArray {
    /** Sources, targets; with several metrics these, too. */
    shape: number[];
    values: Uint32Array;
}

export interface NearestOptions extends MapOptions {
    /** How many, 1 to 100. */
    number?: number;
    radius?: number;
}

export interface NearestRoad extends Stop {
    name: string;
    ref: string;
    /** Of OpenStreetMap, as the nodes before and after the place. */
    way?: number;
    nodes: [number, number];
    /** Open from the first node to the second. */
    forward: boolean;
    backward: boolean;
}

export interface NearestAnswer {
    roads: NearestRoad[];
    epoch: number;
    time_zone?: string;
}

export interface SearchOptions extends QueryOptions {
    geometry?: Geometry;
    radius?: number;
}

/** Of the search from the first place on, and of the one back from the other. */
export type EachSide = [forward: number, backward: number];

/** A route, as RouteAnswer, or on a map without roads as cost and geometry; and how it
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

export interface PathOptions extends QueryOptions {
    /** false: costs alone. */
    paths?: boolean;
}

export interface Path {
    cost: number | null;
    vertices?: number[];
    /** There is a path, and its cost has no room in 32 bits. */
    overflow?: true;
}

export type PathAnswer = Path & Figures;

export interface PathsAnswer extends Figures {
    /** In the order of the pairs. */
    answers: Path[];
}

export interface TreeOptions extends QueryOptions {
    /** The greatest cost. */
    limit?: number;
}

export interface TreeAnswer extends Figures {
    from: number;
    limit?: number;
    /** null: the cost does not fit 32 bits. */
    labels: [id: number, cost: number | null][];
}

export interface VerticesAnswer {
    map: string;
    count: number;
    /** Positions where the map has them. */
    vertices: ([id: number] | [id: number, lon: number, lat: number])[];
}

export interface IsochroneOptions extends MapOptions {
    /** Seconds, or metres. */
    contours: readonly number[];
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
    from: Stop[];
    /** Metres: of the grid that lines are drawn on, and how far one walks beside roads. */
    cell: number;
    beside_roads: number;
    epoch: number;
    /** Vertices of the search. */
    settled: number;
    /** Of the search, and of drawing what it reached. */
    search_us: number;
    draw_us: number;
    time_zone?: string;
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

    /** Over at least two places; answers are text as GPX or as encoded lines. */
    route(places: readonly (Place | number)[], options: RouteOptions & { format: 'gpx' | 'polyline' }, call?: Call): Promise<string>;
    route(places: readonly (Place | number)[], options: RouteOptions & { format: 'geojson' }, call?: Call): Promise<RouteCollection>;
    route(places: readonly (Place | number)[], options?: RouteOptions & { format?: 'json' }, call?: Call): Promise<RouteAnswer>;
    /** From every source to every target; all positions, or all ids. */
    table(sources: readonly Place[], targets: readonly Place[], options?: TableOptions, call?: Call): Promise<TableAnswer>;
    table(sources: readonly number[], targets: readonly number[], options?: TableOptions, call?: Call): Promise<TableAnswer>;
    /** The same in binary form, for tables of millions. */
    tableArray(sources: readonly Place[], targets: readonly Place[], options?: ArrayOptions, call?: Call): Promise<NumberArray>;
    tableArray(sources: readonly number[], targets: readonly number[], options?: ArrayOptions, call?: Call): Promise<NumberArray>;
    /** The roads nearest to a place. */
    nearest(place: Place | number, options?: NearestOptions, call?: Call): Promise<NearestAnswer>;
    /** How far one gets from any of the places. */
    isochrone(places: readonly (Place | number)[], options: IsochroneOptions, call?: Call): Promise<IsochroneAnswer>;
    /** Between vertices by their ids, on any map. */
    path(from: number, to: number, options?: PathOptions, call?: Call): Promise<PathAnswer>;
    /** Many at once. */
    paths(pairs: readonly (readonly [from: number, to: number])[], options?: PathOptions, call?: Call): Promise<PathsAnswer>;
    /** What each vertex costs that is reached from one. */
    tree(from: number, options?: TreeOptions, call?: Call): Promise<TreeAnswer>;
    /** How a solver finds the route: from one place, or vertex on a map without roads, to
     * another. Of those whose `capabilities` have "shows". */
    search(from: Place | number, to: Place | number, options?: SearchOptions, call?: Call): Promise<SearchAnswer>;
    vertices(options?: { map?: string; profile?: string }, call?: Call): Promise<VerticesAnswer>;

    /** OSRM's services. */
    osrmRoute(places: readonly Place[], options?: OsrmRouteOptions, call?: Call): Promise<OsrmRouteAnswer>;
    osrmTable(places: readonly Place[], options?: OsrmTableOptions, call?: Call): Promise<OsrmTableAnswer>;
    osrmNearest(place: Place, options?: OsrmNearestOptions, call?: Call): Promise<OsrmNearestAnswer>;

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
