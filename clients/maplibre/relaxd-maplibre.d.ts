/** relaxd-maplibre: routes and isochrones of relaxd on a MapLibre map, which follow the
 * hand that drags their places. README.md shows how. */
import type { Map } from 'maplibre-gl';
import type { Alternative, IsochroneAnswer, IsochroneOptions, Place, Relaxd, RouteAnswer, RouteOptions } from 'relaxd-client';

/** `done`: the hand has let go; while it moves, answers come without what takes longer. */
export interface PlacesEvent {
    places: [longitude: number, latitude: number][];
    done: boolean;
}

/** `route` is the one that is drawn: the answer itself, or one of its alternatives. Where
 * there is no route, its cost is null. */
export interface RouteEvent {
    answer: RouteAnswer;
    route: RouteAnswer | Alternative;
    done: boolean;
}

export interface IsochroneEvent {
    answer: IsochroneAnswer;
    done: boolean;
}

/** A RelaxdError, or what else went wrong; nothing is drawn any more. */
export interface ErrorEvent {
    error: unknown;
}

interface Options {
    places?: readonly Place[];
    /** Whether clicks on the map set places; true unless given. */
    clicks?: boolean;
    /** What its sources and layers are called begins with this. */
    id?: string;
}

declare class Places<Question, Events> extends EventTarget {
    /** As they were set or dragged; on their roads they are in the answer. */
    readonly places: [longitude: number, latitude: number][];
    setPlaces(places: readonly Place[]): void;
    /** Asks the same of the places from now on: another profile, say. */
    setQuestion(question: Question): void;
    /** Asks again, since weights have changed, say. */
    ask(): void;
    /** Takes its layers, sources and listeners off the map. */
    remove(): void;

    addEventListener<Type extends keyof Events & string>(type: Type, listener: (event: CustomEvent<Events[Type]>) => void, options?: AddEventListenerOptions | boolean): void;
    removeEventListener<Type extends keyof Events & string>(type: Type, listener: (event: CustomEvent<Events[Type]>) => void, options?: EventListenerOptions | boolean): void;
}

export interface RelaxdRouteOptions extends Options {
    /** Profile, steps, alternatives and so on, as relaxd.route() takes them. */
    question?: RouteOptions;
    colour?: string;
}

/** A route over places: click to add one at the end, drag one, drag the line to add one
 * between, right-click one to remove it, click another route to choose it. */
export class RelaxdRoute extends Places<RouteOptions, { places: PlacesEvent; route: RouteEvent; error: ErrorEvent }> {
    constructor(map: Map, relaxd: Relaxd, options?: RelaxdRouteOptions);
    /** The last one; null where there is none. */
    readonly answer: RouteAnswer | null;
    /** Draws another of the routes: 0, or from 1 on one of the alternatives. */
    choose(index: number): void;
}

export interface RelaxdIsochroneOptions extends Options {
    /** Seconds, or metres; 300, 600 and 900 unless given. */
    contours?: readonly number[];
    /** Profile, metric, direction and so on, as relaxd.isochrone() takes them. */
    question?: Partial<IsochroneOptions>;
    /** From the smallest contour on. */
    colours?: readonly string[];
}

/** The areas that are reached from its places: click to move the last one, drag one. */
export class RelaxdIsochrone extends Places<IsochroneOptions, { places: PlacesEvent; isochrone: IsochroneEvent; error: ErrorEvent }> {
    constructor(map: Map, relaxd: Relaxd, options?: RelaxdIsochroneOptions);
}
