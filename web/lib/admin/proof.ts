// Delicate acts want a second factor of the last five minutes. The staff's frame hangs in here how
// to ask for it; whoever makes the call tries it once more after it was given.
import { ApiError } from '../http.ts'

type Ask = () => Promise<boolean>

let ask: Ask | null = null

/** Answers how to take it out again. */
export function askForProofWith(how: Ask): () => void {
  ask = how
  return () => {
    if (ask === how) ask = null
  }
}

/** The call's answer, asked for again when all it wanted was a fresh proof. */
export async function withProof<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (codeOf(error) !== 'step_up_required' || ask === null || !(await ask())) throw error
    return act()
  }
}

const codeOf = (error: unknown) =>
  error instanceof ApiError ? (error.problem?.code ?? null) : null
