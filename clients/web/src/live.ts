// live: weights that people change: roads are closed, slowed and opened again,
// and drawn by how quick they are.
//
// It is no mode: what was asked stays on the map, and is asked again after each
// change, also after those of others.
import { RelaxdError, type ChangeAnswer, type Place, type SegmentRow } from '../../js/relaxd.js';
import { h, icon, ICONS, segments } from './dom';
import { collection, feature, point } from './line';
import type { Page } from './mode';
import { LIVE_STEPS, PALETTES } from './style';
import { profilePath, type Bounds } from './world';
import * as words from './words';

// What one has chosen on the map: a road, or all roads in a box.
interface Picked {
    title: string;
    rows: SegmentRow[]; // in force
    written: SegmentRow[]; // what was written live there
    undo: string; // what the button says that takes these back
}

const POLL_MS = 3000;
const LISTED_MAX = 200; // rows; of more only the number is told
const SHOWN_MAX = 6;
const BOX_ROWS_MAX = 20_000;
const NEAR_DEGREES = 0.002;
const ENDS = [['0', 'Until taken back'], ['600', '10 min'], ['3600', '1 h'], ['28800', '8 h']] as const;

export class Live {
    #on = false;
    #picked: Picked | null = null;
    #rows: SegmentRow[] = [];
    #count = 0;
    #epoch = -1;
    #ends: (typeof ENDS)[number][0] = '0';
    #names = new Map<string, string>(); // of rows that were written here
    #drawing: (() => void) | null = null;
    #error: { words: string; more: string } | null = null;
    #wantsToken = false;
    #again: (() => Promise<void>) | null = null; // what wanted it
    #busy = false;
    #timer = 0;

    get on(): boolean {
        return this.#on;
    }

    switch(page: Page, on: boolean): void {
        this.#on = on && page.served.profile !== null;
        page.view.setLive(this.#on);
        clearInterval(this.#timer);
        this.unpick(page);
        this.#epoch = -1;
        if (!this.#on) return;
        this.#timer = window.setInterval(() => void this.#look(page), POLL_MS);
        void this.#look(page);
    }

    // A click on the map.
    pick(page: Page, place: Place): void {
        if (this.#drawing) return;
        this.unpick(page);
        page.view.draw('picked', point(place));
        void this.#try(page, async () => {
            this.#picked = await pickRoad(page, place);
        });
    }

    // What stands in the panel.
    section(page: Page): Node[] {
        if (!this.#on) return [];
        const nodes: Node[] = [legend(), this.#ask(page)];

        if (!page.view.showsLive()) nodes.push(h('p', { class: 'remark' }, 'Zoom in to see speeds.'));

        if (this.#picked) nodes.push(this.#acts(page, this.#picked));
        if (this.#wantsToken) nodes.push(this.#token(page));
        if (this.#error) nodes.push(h('p', { class: 'error' }, h('b', {}, this.#error.words), this.#error.more ? h('span', {}, this.#error.more) : null));
        if (this.#count) nodes.push(this.#list(page));
        return nodes;
    }

    // ---- What is there

    // Asks for the epoch now and then: others change weights, too.
    async #look(page: Page): Promise<void> {
        if (document.hidden || this.#busy) return;
        const { name, profile } = page.served;
        const status = await page.client.scenarios({ map: name }).catch(() => null);
        if (!status || !this.#on || status.epoch === this.#epoch) return;
        const known = this.#epoch >= 0;

        this.#epoch = status.epoch;
        this.#count = status.collections.find((each) => each.profile === profile && each.kind === 'segments')?.rows ?? 0;
        this.#rows = this.#count && this.#count <= LISTED_MAX ? await page.client.rows(rowsOf(page), { map: name }).catch(() => []) : [];
        page.view.reload();
        if (known) page.again();
        page.render();
    }

    // ---- Acts

    // One at a time; what relaxd says of it is shown.
    async #try(page: Page, act: () => Promise<void>): Promise<void> {
        if (this.#busy) return;
        this.#busy = true;
        this.#error = null;
        try {
            await act();
            this.#wantsToken = false;
            this.#again = null;
        } catch (error) {
            this.#failed(error, act);
        }
        this.#busy = false;
        page.render();
    }

    #failed(error: unknown, act: () => Promise<void>): void {
        const wantsToken = error instanceof RelaxdError && error.status === 401;

        this.#error = wantsToken && !this.#wantsToken ? null : words.errorWords(error);
        this.#wantsToken = wantsToken;
        this.#again = wantsToken ? act : null;
    }

    #change(page: Page, act: (options: { map: string; ttl?: number }) => Promise<ChangeAnswer>, ends = false): void {
        const ttl = Number(this.#ends);

        void this.#try(page, async () => {
            await act({ map: page.served.name, ...(ends && ttl ? { ttl } : {}) });
            this.unpick(page);
        }).then(() => this.#look(page));
    }

    #set(page: Page, { title, rows }: Picked, speed: (row: SegmentRow) => Partial<SegmentRow>): void {
        const said = rows.map(({ from, to, speed: was, rate }) => ({ from, to, ...speed({ speed: was, rate }) }));

        for (const row of said) this.#names.set(keyOf(row), title);
        this.#change(page, (options) => page.client.addRows(rowsOf(page), said, options), true);
    }

    #remove(page: Page, rows: SegmentRow[] | 'all'): void {
        const keys = rows === 'all' ? rows : rows.map(({ from, to, way, direction }) => (way ? { way, direction } : { from, to }));

        this.#change(page, (options) => page.client.removeRows(rowsOf(page), keys, options));
    }

    // Nothing is chosen on the map any more.
    unpick(page: Page): void {
        this.#drawing?.();
        this.#drawing = null;
        this.#picked = null;
        this.#error = null;
        page.view.draw('picked');
    }

    #drawBox(page: Page): void {
        this.unpick(page);
        this.#drawing = page.view.drawBox((bounds, done) => {
            page.view.draw('picked', bounds ? collection([feature(outline(bounds))]) : undefined);
            if (!done) return;
            // The click that ends the drag is none of its own.
            setTimeout(() => (this.#drawing = null));
            if (bounds) void this.#try(page, async () => { this.#picked = await pickBox(page, bounds); });
            else page.render();
        });
        page.render();
    }

    // ---- Its parts

    #ask(page: Page): Node {
        const drawing = Boolean(this.#drawing);

        return h(
            'div',
            {},
            h('p', { class: 'hint' }, drawing ? 'Drag a box over the roads.' : 'Click a road to close it or to give it a speed.'),
            h(
                'div',
                { class: 'tools' },
                h('button', { type: 'button', 'data-key': 'box', 'aria-pressed': drawing ? 'true' : null, onclick: () => (drawing ? (this.unpick(page), page.render()) : this.#drawBox(page)) }, icon(ICONS.box), 'Draw a box'),
            ),
        );
    }

    #acts(page: Page, picked: Picked): Node {
        const act = (key: string, label: string, run: () => void) => h('button', { type: 'button', class: 'pill', 'data-key': key, onclick: run }, label);
        const part = (share: number) => act(`slow${share}`, `${share} %`, () => this.#set(page, picked, ({ speed, rate }) => scaled({ speed, rate }, share / 100)));
        const speed = h('input', { type: 'number', min: 1, max: 200, step: 'any', 'aria-label': 'Speed in km/h', 'data-key': 'speed', placeholder: 'km/h' });
        const give = () => { if (speed.value && speed.checkValidity()) this.#set(page, picked, () => ({ speed: Number(speed.value) })); };

        speed.addEventListener('keydown', (event) => { if (event.key === 'Enter') give(); });
        return h(
            'div',
            { class: 'picked' },
            h('b', {}, picked.title),
            picked.rows.length > 0 && h('div', { class: 'acts' }, act('close', 'Close', () => this.#set(page, picked, () => ({ speed: null }))), part(75), part(50), part(25), speed, act('give', 'Set', give)),
            picked.rows.length > 0 && segments('Ends', ENDS, this.#ends, (ends) => { this.#ends = ends; page.render(); }),
            picked.written.length > 0 && act('undo', picked.undo, () => this.#remove(page, picked.written)),
        );
    }

    // In memory alone: no storage keeps it.
    #token(page: Page): Node {
        const field = h('input', { type: 'password', 'aria-label': 'Token', autocomplete: 'off', 'data-key': 'token', placeholder: 'Token' });
        const send = (event: Event) => {
            const again = this.#again;

            event.preventDefault();
            page.client.token = field.value.trim();
            if (again) void this.#try(page, again).then(() => this.#look(page));
        };

        return h('form', { class: 'token', onsubmit: send }, h('span', {}, 'Who changes weights here needs a token.'), field, h('button', { type: 'submit', class: 'pill', 'data-key': 'send-token' }, 'Go on'));
    }

    #list(page: Page): Node {
        const pairs = bothWays(this.#rows).reverse();
        const more = pairs.length - SHOWN_MAX;

        return h(
            'div',
            {},
            h(
                'ul',
                { class: 'rows', 'aria-label': 'Live rows' },
                ...pairs.slice(0, SHOWN_MAX).map((rows, index) =>
                    h(
                        'li',
                        {},
                        h('span', {}, this.#names.get(keyOf(rows[0])) ?? nameOf(rows[0])),
                        h('b', {}, rows[0].speed ? `${Number(rows[0].speed.toFixed(1))} km/h` : 'closed'),
                        h('button', { type: 'button', class: 'round', 'data-key': `take${index}`, 'aria-label': 'Take back', title: 'Take back', onclick: () => this.#remove(page, rows) }, icon(ICONS.close)),
                    ),
                ),
            ),
            more > 0 || !pairs.length ? h('p', { class: 'remark' }, pairs.length ? `and ${more} more` : `${this.#count} rows are live.`) : null,
            h(
                'div',
                { class: 'tools' },
                h('button', { type: 'button', 'data-key': 'take-all', onclick: () => { if (confirm(`Take back all ${this.#count} rows, those of others, too?`)) this.#remove(page, 'all'); } }, icon(ICONS.clear), 'Take all back'),
            ),
        );
    }
}

// ---- Rows

const rowsOf = (page: Page) => `${encodeURIComponent(page.served.profile ?? '')}/segments`;
const keyOf = ({ from, to, way, direction }: SegmentRow) => (way ? `way ${way} ${direction}` : `${from} ${to}`);
const nameOf = ({ from, to, way, direction }: SegmentRow) => (way ? `Way ${way}, ${direction}` : `Nodes ${from} and ${to}`);

// A pair of nodes in both directions is one thing to people, if both say the same.
function bothWays(rows: SegmentRow[]): SegmentRow[][] {
    const all = new Map<string, SegmentRow[]>();

    for (const row of rows) {
        const back = all.get(keyOf({ from: row.to, to: row.from }));
        if (!row.way && back?.[0].speed === row.speed) back?.push(row);
        else all.set(keyOf(row), [row]);
    }
    return [...all.values()];
}

function scaled({ speed, rate }: SegmentRow, by: number): SegmentRow {
    return { speed: speed ? speed * by : null, ...(rate ? { rate: rate * by } : {}) };
}

const around = ([lon, lat]: Place, by: number) => [lon - by, lat - by, lon + by, lat + by].map((each) => each.toFixed(6)).join();

async function pickRoad(page: Page, place: Place): Promise<Picked> {
    const { name: map } = page.served;
    const closed = page.view.isClosed(place);
    const near = around(place, NEAR_DEGREES);
    const [{ waypoints }, written] = await Promise.all([
        page.client.osrmNearest(place, { profile: profilePath(page.served), number: 1, generate_hints: false }),
        page.client.rows(rowsOf(page), { map, box: near }) as Promise<SegmentRow[]>,
    ]);
    const [{ name, nodes, location }] = waypoints;

    if (closed) {
        const closures = written.filter(({ speed }) => !speed);
        return { title: 'Closed road', rows: [], written: closures, undo: `Open all that was closed near here (${closures.length})` };
    }
    // One more than it takes: rows lie in a box if an end of theirs does.
    const rows = (await page.client.rows(rowsOf(page), { map, in_force: true, box: around(location, 10 * NEAR_DEGREES) })) as SegmentRow[];
    const isThis = ({ from, to }: SegmentRow) => (from === nodes[0] && to === nodes[1]) || (from === nodes[1] && to === nodes[0]);

    page.view.draw('picked', point(location));
    return { title: name || 'Unnamed road', rows: rows.filter(isThis), written: written.filter(isThis), undo: 'Take back what was changed here' };
}

async function pickBox(page: Page, bounds: Bounds): Promise<Picked> {
    const { name: map } = page.served;
    const box = bounds.map((each) => each.toFixed(6)).join();
    const [rows, written] = (await Promise.all([
        page.client.rows(rowsOf(page), { map, in_force: true, box }),
        page.client.rows(rowsOf(page), { map, box }),
    ])) as [SegmentRow[], SegmentRow[]];

    if (rows.length > BOX_ROWS_MAX) return { title: `${rows.length} segments: draw a smaller box`, rows: [], written: [], undo: '' };
    return { title: rows.length ? `A box of ${rows.length} segments` : 'No road in the box', rows: rows.filter(({ speed }) => speed), written, undo: `Take back the ${written.length} rows of this box` };
}

const outline = ([west, south, east, north]: Bounds): [number, number][] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
];

function legend(): Node {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';

    return h(
        'ul',
        { class: 'legend', 'aria-label': 'Speed over free flow' },
        ...LIVE_STEPS.map(({ words: label }, step) => {
            const key = h('i');
            key.style.background = PALETTES[theme].live[step];
            return h('li', {}, key, label);
        }),
    );
}
