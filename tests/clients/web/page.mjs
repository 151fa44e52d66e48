// page: the page of relaxd in a browser, and what one looks for on it.
import { eventually } from './lib.mjs';

export class ThePage {
    requests = [];
    complaints = [];

    // `before`: done with the page before it is loaded; who gives one says when it is ready.
    static async open(browser, url, options = {}, before = null) {
        const self = new ThePage();
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });

        self.page = await context.newPage();
        self.page.setDefaultTimeout(60_000);
        self.page.on('request', (request) => self.requests.push(request.url()));
        self.page.on('pageerror', (error) => self.complaints.push(String(error)));
        self.page.on('console', (message) => {
            if (message.type() === 'error') self.complaints.push(message.text());
        });
        await before?.(self.page);
        await self.page.goto(url);
        if (!before) await self.ready();
        return self;
    }

    async ready() {
        await this.page.waitForSelector('body[data-ready]');
    }

    // As if the link were put into the address line.
    async follow(hash) {
        await this.page.evaluate((text) => {
            delete document.body.dataset.ready;
            location.hash = text;
        }, hash);
        await this.ready();
    }

    text(selector) {
        return this.page.evaluate((one) => document.querySelector(one)?.textContent ?? '', selector);
    }

    count(selector) {
        return this.page.locator(selector).count();
    }

    hash() {
        return this.page.evaluate(() => location.hash);
    }

    points() {
        return this.page.evaluate(() => /at=([^&]*)/.exec(location.hash)?.[1].split(';') ?? []);
    }

    // The route as the map has it: positions of its line.
    line() {
        return this.page.evaluate(async () => {
            const data = await window.relaxdPage.view.map.getSource('route').getData();
            return data.features?.[0]?.geometry.coordinates ?? [];
        });
    }

    drawn(layer) {
        return this.page.evaluate((one) => {
            const { map } = window.relaxdPage.view;
            return map.getLayer(one) ? map.queryRenderedFeatures({ layers: [one] }).length : 0;
        }, layer);
    }

    // Where a position is on the screen.
    project(place) {
        return this.page.evaluate((at) => {
            const { x, y } = window.relaxdPage.view.map.project(at);
            return { x, y };
        }, place);
    }

    async clickAt({ x, y }) {
        await this.page.mouse.click(x, y);
        // A second click within the time of a double click would zoom.
        await this.page.waitForTimeout(400);
    }

    async drag(from, to) {
        await this.page.mouse.move(from.x, from.y);
        await this.page.mouse.down();
        for (let part = 1; part <= 6; part++) {
            await this.page.mouse.move(from.x + ((to.x - from.x) * part) / 6, from.y + ((to.y - from.y) * part) / 6);
        }
        await this.page.mouse.up();
    }

    // With a finger.
    async swipe(from, to) {
        const session = await this.page.context().newCDPSession(this.page);
        const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });

        await touch('touchStart', [from]);
        for (let part = 1; part <= 6; part++) {
            await touch('touchMove', [{ x: from.x + ((to.x - from.x) * part) / 6, y: from.y + ((to.y - from.y) * part) / 6 }]);
        }
        await touch('touchEnd', []);
        await session.detach();
    }

    async markerCentre(index) {
        const box = await this.page.locator('.stop').nth(index).boundingBox();

        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }

    // When nothing moves any more and all is drawn.
    async settle() {
        await this.page.evaluate(() => {
            const { map } = window.relaxdPage.view;
            return map.loaded() && !map.isMoving() ? true : new Promise((resolve) => map.once('idle', resolve));
        });
    }

    until(look) {
        return eventually(look);
    }
}
