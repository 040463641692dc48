import type {AnswerQuestion, ChildQuestion, ChildReply} from './talk.ts'

/** Reads lines and answers each in its own time; what is no question is nobody's. */
export function serveQuestions(answer: AnswerQuestion, say: (line: string) => void): (line: string) => void {
  const tell = (reply: ChildReply) => say(JSON.stringify(reply))
  return (line) => {
    const question: ChildQuestion = JSON.parse(line)
    const {id} = question
    void answer(question).then(
      (given) => tell({id, answer: given}),
      (error: unknown) =>
        tell({id, failed: error instanceof Error ? `${error.name}: ${error.message}` : 'threw no error'}),
    )
  }
}
