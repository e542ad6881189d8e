// A decider is the whole of one kind of stream: what may happen (decide), what it means (evolve).
export type Fact = { readonly type: string; readonly data: object }

export type Decider<Command, State, Event extends Fact> = {
  readonly initial: State
  /** Throws Rejection. Pure: no clock, no randomness; the command carries `now` and ids. */
  readonly decide: (command: Command, state: State) => Event[]
  /** Never refuses: the event is already a fact. */
  readonly evolve: (state: State, event: Event) => State
}

export function fold<Command, State, Event extends Fact>(
  { initial, evolve }: Decider<Command, State, Event>,
  events: Iterable<Event>,
): State {
  let state = initial
  for (const event of events) state = evolve(state, event)
  return state
}
