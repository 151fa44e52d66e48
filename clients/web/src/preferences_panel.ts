// preferences_panel: a vehicle and a taste in the panel: a model by its name, or what one sets.
//
// It is made once and then kept, so that nothing is replaced under the finger.
import { CORNERS_LEAST } from './area';
import { h, icon, ICONS, refill } from './dom';
import type { Page } from './mode';
import { areEmpty, AVOIDED, noPreferences, preferencesWords, SHORTER_MAX, SIZES, type Avoided, type Preferences, type Size } from './preferences';
import { readModels } from './world';

export interface PreferencesHost {
    /** `done`: no more of this kind will come at once. */
    prefer(patch: Partial<Preferences>, done: boolean): void;
    /** Begins an area, or ends the one being drawn. */
    drawArea(): void;
}

const AVOIDED_LABELS: Record<Avoided, string> = { tolls: 'Tolls', motorways: 'Motorways', ferries: 'Ferries', hills: 'Steep hills' };
const SIZE_LABELS: Record<Size, [label: string, unit: string, name: string]> = {
    height: ['Height', 'm', 'metres'],
    width: ['Width', 'm', 'metres'],
    length: ['Length', 'm', 'metres'],
    weight: ['Weight', 't', 'tonnes'],
    axle_load: ['Axle load', 't', 'tonnes'],
};

interface Slider {
    row: HTMLElement;
    input: HTMLInputElement;
    show(value: number): void;
}

export class PreferencesPanel {
    #preferences = noPreferences();
    #models: string[] = [];
    #modelsOf = ''; // the map whose they are
    #set = h('span', { class: 'set' });
    #fold: HTMLDetailsElement;
    #named = h('select', { 'aria-label': 'Vehicle', 'data-key': 'model', onchange: () => this.host.prefer({ named: this.#named.value }, true) });
    #own = h('fieldset', { class: 'own' }); // all that a name leaves no room for
    #why = h('p', { class: 'remark' });
    #avoided = new Map<Avoided, Slider>();
    #shorter: Slider;
    #sizes = new Map<Size, HTMLInputElement>();
    #hazmat = h('input', { type: 'checkbox', 'data-key': 'hazmat', onchange: () => this.host.prefer({ hazmat: this.#hazmat.checked }, true) });
    #areas = h('div');
    #reset = h('div', { class: 'tools' });

    constructor(
        root: HTMLElement,
        private readonly host: PreferencesHost,
    ) {
        for (const each of AVOIDED) this.#avoided.set(each, this.#avoid(each));
        this.#shorter = slider('Shorter ways', 'shorter', SHORTER_MAX, 10, shorterWords, (shorter, done) => this.host.prefer({ shorter }, done));
        for (const size of SIZES) this.#sizes.set(size, this.#size(size));
        this.#own.append(
            group('Sizes', this.#sizeFields()),
            group('Avoid', ...[...this.#avoided.values()].map(({ row }) => row)),
            group('Prefer', this.#shorter.row),
            group('Closed areas', this.#areas),
        );
        this.#fold = h('details', {}, h('summary', { 'data-key': 'preferences' }, h('span', {}, 'Vehicle and preferences'), this.#set, icon(ICONS.unfold)));
        this.#fold.append(h('label', { class: 'named' }, h('span', {}, 'Vehicle'), this.#named), this.#why, this.#own, this.#reset);
        root.append(this.#fold);
    }

    // `corners`: of the area being drawn; null: none is.
    render(page: Page, corners: number | null): void {
        const { preferences } = page.state;
        const { named } = preferences;

        this.#preferences = preferences;
        this.#set.textContent = preferencesWords(preferences);
        this.#set.title = this.#set.textContent;
        this.#why.textContent = named ? `${named} is all that counts while it is chosen.` : '';
        this.#own.disabled = Boolean(named);
        for (const [each, { show }] of this.#avoided) show(preferences.avoided[each]);
        this.#shorter.show(preferences.shorter);
        // What is being typed stays.
        for (const [size, input] of this.#sizes) if (input !== document.activeElement) input.value = preferences.sizes[size] ? String(preferences.sizes[size]) : '';
        this.#hazmat.checked = preferences.hazmat;
        refill(this.#areas, ...this.#areaList(corners));
        refill(this.#reset, !areEmpty(preferences) && this.#resetButton());
        this.#choices(page, named);
        this.#fold.ontoggle = () => this.#unfolded(page);
        void this.#read(page);
    }

    #unfolded(page: Page): void {
        if (this.#fold.open) this.#fold.scrollIntoView({ block: 'nearest' });
        void this.#read(page);
    }

    // Once for each map, when they are first looked for.
    async #read(page: Page): Promise<void> {
        const { name } = page.served;
        if (!this.#fold.open || this.#modelsOf === name) return;

        this.#modelsOf = name;
        this.#models = await readModels(page.served);
        page.render();
    }

    #choices(page: Page, named: string): void {
        const models = this.#modelsOf === page.served.name ? this.#models : [];
        const names = ['', ...models, ...(named && !models.includes(named) ? [named] : [])];

        if (String(names) !== String([...this.#named.options].map(({ value }) => value))) {
            this.#named.replaceChildren(...names.map((name) => h('option', { value: name }, name || 'None: as set below')));
        }
        this.#named.value = named;
    }

    // ---- Its parts

    #avoid(each: Avoided): Slider {
        const set = (value: number, done: boolean) => this.host.prefer({ avoided: { ...this.#preferences.avoided, [each]: value } }, done);

        return slider(AVOIDED_LABELS[each], each, 100, 5, avoidedWords, set);
    }

    #size(size: Size): HTMLInputElement {
        const [label, unit, name] = SIZE_LABELS[size];
        const input = h('input', { type: 'number', min: 0, step: 'any', inputmode: 'decimal', placeholder: unit, 'aria-label': `${label} in ${name}`, 'data-key': size });
        const set = (done: boolean) => {
            const value = input.checkValidity() ? Number(input.value) : 0;
            if (done || value !== this.#preferences.sizes[size]) this.host.prefer({ sizes: { ...this.#preferences.sizes, [size]: value } }, done);
        };

        input.addEventListener('input', () => set(false));
        input.addEventListener('change', () => set(true));
        return input;
    }

    #sizeFields(): HTMLElement {
        return h(
            'div',
            { class: 'sizes' },
            ...[...this.#sizes].map(([size, input]) => h('label', {}, h('span', {}, `${SIZE_LABELS[size][0]}, ${SIZE_LABELS[size][1]}`), input)),
            h('label', { class: 'tick' }, this.#hazmat, h('span', {}, 'Hazardous goods')),
        );
    }

    #areaList(corners: number | null): (Node | false)[] {
        const { areas } = this.#preferences;
        const remove = (index: number) => this.host.prefer({ areas: areas.filter((_, each) => each !== index) }, true);
        const words = corners === null ? 'Draw an area' : corners < CORNERS_LEAST ? 'Give up' : 'Done';

        return [
            areas.length > 0 &&
                h(
                    'ul',
                    { class: 'rows', 'aria-label': 'Closed areas' },
                    ...areas.map((_, index) =>
                        h(
                            'li',
                            {},
                            h('span', {}, `Area ${index + 1}`),
                            h('button', { type: 'button', class: 'round', 'data-key': `remove-area${index}`, 'aria-label': `Remove area ${index + 1}`, onclick: () => remove(index) }, icon(ICONS.close)),
                        ),
                    ),
                ),
            corners !== null && h('p', { class: 'hint', role: 'status' }, drawingWords(corners)),
            h(
                'div',
                { class: 'tools' },
                h('button', { type: 'button', 'data-key': 'area', 'aria-pressed': String(corners !== null), onclick: () => this.host.drawArea() }, icon(ICONS.area), words),
            ),
        ];
    }

    #resetButton(): HTMLElement {
        const reset = () => {
            this.host.prefer(noPreferences(), true);
            this.#fold.querySelector('summary')?.focus();
        };

        return h('button', { type: 'button', 'data-key': 'reset', onclick: reset }, icon(ICONS.clear), 'Reset all of this');
    }
}

const avoidedWords = (value: number) => (value === 0 ? 'as usual' : value === 100 ? 'never' : `${value} %`);
const shorterWords = (value: number) => (value === 0 ? 'as usual' : `${value} s/km`);

function drawingWords(corners: number): string {
    if (corners === 0) return 'Click on the map where its first corner is, or press Space for the middle of the map.';
    if (corners < CORNERS_LEAST) return 'Click where its next corner is. Escape gives up.';
    return 'Click its next corner. A double click, its first corner or Enter closes it.';
}

const group = (words: string, ...children: Node[]): HTMLElement => h('fieldset', {}, h('legend', {}, words), ...children);

function slider(label: string, key: string, max: number, step: number, words: (value: number) => string, set: (value: number, done: boolean) => void): Slider {
    const input = h('input', { type: 'range', min: 0, max, step, value: 0, 'aria-label': label, 'data-key': key });
    const output = h('output');

    input.addEventListener('input', () => set(Number(input.value), false));
    input.addEventListener('change', () => set(Number(input.value), true));
    return {
        row: h('label', { class: 'slider' }, h('span', {}, label), input, output),
        input,
        show(value) {
            if (Number(input.value) !== value) input.value = String(value);
            input.setAttribute('aria-valuetext', words(value));
            output.textContent = words(value);
        },
    };
}
