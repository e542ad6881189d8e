import { Fragment } from 'react'

/** A name in one word goes over to the next line where a part of it begins. */
export const BrokenName = ({ name }: { name: string }) =>
  name.split(/(?=[A-Z])/).map((part, nth) => (
    <Fragment key={nth}>
      {nth > 0 && <wbr />}
      {part}
    </Fragment>
  ))
