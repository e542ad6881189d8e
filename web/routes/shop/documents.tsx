import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { useMe } from '../../features/auth/api/me.ts'
import { DocumentPage } from '../../features/content/components/document-page.tsx'
import type { Documents } from '../../features/content/document.ts'
import { useDocuments } from '../../features/content/document-texts.ts'
import { paths } from '../../lib/paths.ts'
import { useTexts } from '../../lib/text/text.tsx'

export const Faq = () => <Written name="faq" kind="questions" />
export const Shipping = () => <Written name="shipping" kind="chapters" />
export const Terms = () => <Written name="terms" kind="chapters" />
export const Privacy = () => <Written name="privacy" kind="chapters" />

export function HowItWorks() {
  const text = useTexts()
  return (
    <Written
      name="howItWorks"
      kind="steps"
      action={
        <Button asChild variant="gold">
          <Link to={paths.raffles}>{text.steps.start}</Link>
        </Button>
      }
    />
  )
}

type Props = {
  name: Exclude<keyof Documents, 'draft' | 'onThisPage'>
  kind: 'chapters' | 'questions' | 'steps'
  action?: ReactNode
}

/** That its words are a draft is told to staff alone. */
function Written({ name, kind, action }: Props) {
  const documents = useDocuments()
  const { data: user } = useMe()
  const document = documents[name]
  const note = document.isDraft && user?.isAdmin ? documents.draft : null
  return <DocumentPage document={document} kind={kind} action={action} note={note} />
}
