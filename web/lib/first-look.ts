// The picture that the server has written into the page. In the browser there is none: what is on
// the page stays there through hydration.
import { createContext } from 'react'

import type { FirstLook } from '#services/contract/pages.ts'

export const FirstLookContext = createContext<FirstLook | null>(null)
