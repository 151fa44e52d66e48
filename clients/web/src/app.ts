// app: holds the state, hands it to map, panel and mode, and to the link.
import { Relaxd, type Place, type StatusAnswer, type QueryOptions } from '../../js/relaxd.js';
import { boundsOf } from './line';
import { CORNERS_LEAST, type AreaDrawing } from './area';
import { MapView, type MapHost, type Padding } from './mapview';
import type { ModeView, Page } from './mode';
import { isAway, whenThere } from './presence';
import { Panel, type Answered, type PanelHost, type Shown } from './panel';
import { IsochroneMode } from './isochrone_mode';
import { Live } from './live';
import { areasOf, modelOf, type Preferences } from './preferences';
import { RouteMode } from './route_mode';
import { SolverViewMode } from './solver_view_mode';
import { readHash, writeHash, type Mode, type State, type View } from './state';
import type { Theme } from './style';
import { TableMode } from './table_mode';
import { readTiles, readVertices, servedMap, type Bounds, type ServedMap, type Vertices } from './world';
import { errorWords } from './words';

const POINTS_MAX = 25;
const PHONE = 640; // pixels wide, as in style.css

export class App implements Page, MapHost, PanelHost {
    readonly client = new Relaxd();
    readonly view: MapView;
    state: State = readHash(location.hash);
    served: ServedMap;
    vertices: Vertices | null = null;
    #route = new RouteMode();
    #all: ModeView[] = [this.#route, new IsochroneMode(), new TableMode(), new SolverViewMode()];
    #modes: ModeView[] = [this.#route];
    #live = new Live();
    #panel = new Panel(this);
    #notice: Shown['notice'] = null;
    #figures: Shown['figures'] = null;
    #remark = '';
    #adding = false;
    #drawing: AreaDrawing | null = null;
    #corners = 0; // of the area that is drawn
    #closed: Preferences | null = null; // whose areas the map shows
    #opened = false;
    #linked = false; // nothing was done since the link was opened
    #hash = location.hash;
    #away = false; // relaxd is, and is asked whether it is back
    #choosing = false; // on a phone: what one chooses is unfolded beside an answer
    #fresh = false; // there is an answer that was not shown yet

    constructor(
        public status: StatusAnswer,
        theme: Theme,
    ) {
        this.served = servedMap(status, this.state);
        this.view = new MapView(document.getElementById('map')!, theme, this);
        addEventListener('hashchange', () => void this.#follow());
        addEventListener('keydown', (event) => this.#key(event));
        this.render();
    }

    async start(): Promise<void> {
        await this.view.ready();
        await this.#openMap();
    }

    queryOptions(): QueryOptions {
        const { name, profile } = this.served;
        const { solver } = this.state;

        const model = profile ? modelOf(this.state.preferences) : undefined;

        return { map: name, ...(profile ? { profile } : {}), ...(solver === 'auto' ? {} : { solver }), ...(model ? { model } : {}) };
    }

    update(patch: Partial<State>): void {
        const before = this.served;

        this.#linked = false;
        this.#choosing = false;
        this.state = { ...this.state, ...patch };
        this.served = servedMap(this.status, this.state);
        if (before !== this.served) void this.#openMap();
        else this.#ask(true);
    }

    render(): void {
        const mode = this.#mode();

        this.#panel.render(this, {
            modes: this.#modes,
            mode,
            live: this.#live,
            names: mode === this.#route ? this.#route.names : [],
            adding: this.#adding,
            corners: this.#drawing ? this.#corners : null,
            notice: this.#notice,
            figures: this.#figures,
            remark: this.#remark,
            choosing: this.#choosing,
        });
        document.body.dataset.answered = String(Boolean(this.#figures) && !this.#notice);
        document.body.dataset.live = String(this.#live.on);
        document.body.classList.toggle('choosing', this.#choosing);
        if (this.#fresh && !this.#choosing && innerWidth <= PHONE) document.getElementById('body')!.scrollTop = 0;
        this.#fresh = false;
    }

    answered(figures: Omit<Answered, 'us'> | null, us: number): void {
        this.#notice = null;
        this.#figures = { ...figures, us };
        this.#fresh = true;
    }

    failed(error: unknown): void {
        this.#figures = null;
        this.#notice = errorWords(error);
        this.render();
        if (isAway(error)) void this.#wait();
    }

    reveal(bounds: Bounds): void {
        // A link's view stays, but on a phone, where it may be another's.
        if (this.#linked && innerWidth > PHONE) return;
        this.#linked = false;
        if (bounds.every(Number.isFinite)) this.view.fit(bounds, true, this.#padding());
    }

    // The map. ---------------------------------------------------------------

    picks(): boolean {
        return this.#live.on && !this.#adding;
    }

    clicked(place: Place): void {
        if (this.picks()) {
            this.#live.pick(this, place);
            this.render();
            return;
        }
        const points = this.#adding ? [...this.state.points, place].slice(0, POINTS_MAX) : this.#mode().place(this, place);

        this.#adding = false;
        this.update({ points });
    }

    moved(index: number, place: Place, done: boolean): void {
        this.state.points = this.state.points.map((each, i) => (i === index ? place : each));
        this.#ask(done);
    }

    removed(index: number): void {
        this.remove(index);
    }

    inserted(place: Place): number {
        const index = this.#mode() === this.#route ? this.#route.legAt(this, place) + 1 : this.state.points.length;
        const points = [...this.state.points];

        points.splice(index, 0, place);
        this.update({ points });
        return index;
    }

    chosen(route: number): void {
        this.#route.choose(this, route);
    }

    looked(view: View): void {
        // Before there is a map it looks at nothing.
        if (!this.#opened) return;
        this.state.view = view;
        if (this.#live.on) this.render();
        this.#writeHash();
    }

    troubled(): void {
        this.client.status().catch((error) => {
            if (!this.#away) this.failed(error);
        });
    }

    // The panel. -------------------------------------------------------------

    choose(name: Mode): void {
        this.#mode().clear(this);
        this.#figures = null;
        this.update({ mode: name });
    }

    remove(index: number): void {
        this.update({ points: this.state.points.filter((_, i) => i !== index) });
    }

    reverse(): void {
        this.update({ points: [...this.state.points].reverse() });
    }

    clear(): void {
        this.#adding = false;
        this.update({ points: [] });
    }

    add(): void {
        this.#adding = !this.#adding;
        this.render();
    }

    switchLive(): void {
        this.state.live = !this.state.live;
        this.#live.switch(this, this.state.live);
        this.#writeHash();
        this.render();
    }

    // As sliders move: what one chooses stays unfolded.
    prefer(patch: Partial<Preferences>, done: boolean): void {
        this.#linked = false;
        this.state = { ...this.state, preferences: { ...this.state.preferences, ...patch } };
        this.#ask(done);
    }

    drawArea(): void {
        if (this.#drawing && this.#corners >= CORNERS_LEAST) {
            this.#drawing.finish();
        } else if (this.#drawing) {
            this.#drawing.giveUp();
        } else {
            this.#adding = false;
            this.#live.unpick(this);
            this.#corners = 0;
            this.#drawing = this.view.drawArea({ drawn: (corners) => this.#cornered(corners), done: (corners) => this.#drawn(corners) });
            this.render();
        }
    }

    again(): void {
        this.#ask(true);
    }

    unfold(): void {
        this.#choosing = !this.#choosing;
        this.render();
    }

    // Until relaxd is back; it may have other maps then.
    async #wait(): Promise<void> {
        if (this.#away) return;
        this.#away = true;
        try {
            this.status = await whenThere(this.client);
        } finally {
            this.#away = false;
        }
        this.#notice = null;
        this.served = servedMap(this.status, this.state);
        await this.#openMap();
        this.view.reload();
    }

    #mode(): ModeView {
        return this.#modes.find((mode) => mode.name === this.state.mode) ?? this.#route;
    }

    #cornered(corners: number): void {
        this.#corners = corners;
        this.render();
    }

    #drawn(corners: Place[] | null): void {
        this.#drawing = null;
        if (corners) this.prefer({ areas: [...this.state.preferences.areas, corners] }, true);
        else this.render();
        document.querySelector<HTMLElement>('[data-key="area"]')?.focus({ preventScroll: true });
    }

    #ask(done: boolean): void {
        const mode = this.#mode();
        const { preferences } = this.state;

        if (this.#closed !== preferences) this.view.draw('areas', areasOf(preferences));
        this.#closed = preferences;

        this.view.showStops(this.state.points, mode.look);
        this.#notice = null;
        if (this.state.points.length >= mode.least) {
            mode.ask(this, done);
        } else {
            mode.clear(this);
            this.#figures = null;
        }
        this.#writeHash();
        this.render();
    }

    // Another map or profile, or the first.
    async #openMap(): Promise<void> {
        try {
            await this.#readMap(this.served);
        } catch (error) {
            this.failed(error);
        }
    }

    async #readMap(served: ServedMap): Promise<void> {
        const tiles = served.profile ? await readTiles(served) : null;
        const vertices = tiles ? null : await readVertices(served);

        if (served !== this.served) return;
        this.#modes = this.#all.filter((mode) => mode.offered(this));
        this.vertices = served.profile ? null : vertices;
        this.#remark = remarkOn(served, Boolean(vertices));
        this.view.setTiles(tiles);
        this.view.draw('vertices', vertices?.toPoints());
        this.#live.switch(this, this.state.live);
        this.#drawing?.giveUp();
        this.#opened = true;
        this.#look(tiles?.middle ?? vertices?.bounds ?? null);
        if (served.profile || vertices) this.#ask(true);
        else this.render();
        document.body.dataset.ready = 'true';
    }

    #look(bounds: Bounds | null): void {
        const { view, points } = this.state;

        this.#linked = Boolean(view);
        if (view) this.view.look(view);
        else if (points.length > 1) this.view.fit(boundsOf(points), false, this.#padding());
        else if (bounds) this.view.fit(bounds, false, this.#padding());
    }

    // So much of the map lies under the panel.
    #padding(): Padding {
        const panel = document.getElementById('panel')!.getBoundingClientRect();
        const even = 48;

        if (panel.width > innerWidth * 0.8) {
            // It will be as high as it may, with steps in it.
            const folded = document.body.classList.contains('folded');
            return { top: even, right: even, bottom: (folded ? panel.height : innerHeight * 0.48) + even, left: even };
        }
        return { top: even, right: even, bottom: even, left: panel.right + even };
    }

    #writeHash(): void {
        const hash = writeHash(this.state);

        if (hash === this.#hash) return;
        this.#hash = hash;
        history.replaceState(null, '', hash || location.pathname);
    }

    // A link was put into the address line.
    async #follow(): Promise<void> {
        if (location.hash === this.#hash) return;
        this.#mode().clear(this);
        this.#hash = location.hash;
        this.state = readHash(location.hash);
        this.served = servedMap(this.status, this.state);
        await this.#openMap();
    }

    #key(event: KeyboardEvent): void {
        const target = event.target as HTMLElement;

        if (event.ctrlKey || event.metaKey || event.altKey || /^(input|select|textarea)$/i.test(target.tagName)) return;
        if (event.key === 'Escape') {
            if (this.#adding) this.add();
            else if (this.#live.on) this.switchLive();
            else if (this.state.points.length) this.remove(this.state.points.length - 1);
        } else if (!target.closest('button, a') && this.#mode().key?.(event.key)) {
            event.preventDefault();
        } else if (event.key === 'r' && this.state.points.length > 1) {
            this.reverse();
        } else if (/^[1-9]$/.test(event.key) && this.#modes[Number(event.key) - 1]) {
            this.choose(this.#modes[Number(event.key) - 1].name);
        }
    }
}

function remarkOn(served: ServedMap, shown: boolean): string {
    if (served.profile) return '';
    if (!served.positions) return 'This map has neither roads nor positions: ask for paths between its vertices at /v1/path.';
    if (!shown) return 'This map has no roads, and too many vertices to show here: ask for paths at /v1/path.';
    return 'This map has no roads. Clicks go to the nearest vertex.';
}
