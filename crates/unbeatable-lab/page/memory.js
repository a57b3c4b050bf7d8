// What was answered once, so that it need not be asked again.

const ANSWERS_MAX = 200;

/** A map that forgets what it was told first when it is told too much. */
export class Memory extends Map {
  set(key, value) {
    super.delete(key);
    super.set(key, value);
    if (this.size > ANSWERS_MAX) super.delete(this.keys().next().value);
    return this;
  }
}
