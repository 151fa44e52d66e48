// mode: one kind of question, and how its answer is shown.
//
// To add one: a class in a file of its own, listed in app.ts, its name in
// state.ts. It gets a tab wherever `offered` says that relaxd answers it.
import type { Place, Relaxd, StatusAnswer, QueryOptions } from '../../js/relaxd.js';
import type { MapView } from './mapview';
import type { Answered } from './panel';
import type { Mode as Name, State } from './state';
import type { Look } from './stops';
import type { Bounds, ServedMap, Vertices } from './world';

// What modes know of the page.
export interface Page {
    readonly client: Relaxd;
    readonly state: State;
    readonly status: StatusAnswer;
    readonly served: ServedMap;
    readonly view: MapView;
    /** Of a map without roads; null where it has some, or no positions. */
    readonly vertices: Vertices | null;
    queryOptions(): QueryOptions;
    update(patch: Partial<State>): void;
    /** Weights have changed: asks the same again. */
    again(): void;
    /** The answer came, or went: show it. */
    render(): void;
    answered(figures: Omit<Answered, 'us'> | null, us: number): void;
    failed(error: unknown): void;
    reveal(bounds: Bounds): void;
}

export interface ModeView {
    readonly name: Name;
    readonly title: string;
    readonly look: Look;
    /** How many points before there is a question. */
    readonly least: number;
    /** Whether the map can be asked so. */
    offered(page: Page): boolean;
    hint(page: Page): string;
    /** Where a click on the map goes among the points. */
    place(page: Page, place: Place): Place[];
    /** `done`: no more of this kind will come at once, so take the time. */
    ask(page: Page, done: boolean): void;
    /** What one sets before it is asked, and what came. */
    controls(page: Page): Node[];
    answer(page: Page): Node[];
    /** A key of its own; whether it was one. */
    key?(key: string): boolean;
    /** Forgets the answer and takes it off the map. */
    clear(page: Page): void;
}
