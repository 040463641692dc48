import {cellText} from './cell-text.ts'
import {element, hint} from './markup.ts'
import type {BarChart} from './plot.ts'
import {type Area, horizontalAxis, nothingToShow, picture, scaleOver, verticalAxis, WIDTH} from './plot-frame.ts'

const AREA: Area = {left: 70, right: WIDTH - 20, top: 40, bottom: 300}

export function bars({name, x, y, bars: all}: BarChart): string {
  const across = scaleOver(
    all.flatMap((bar) => [bar.from, bar.to]),
    x,
    [AREA.left, AREA.right],
  )
  const foot = y.scale === 'linear' ? [0] : []
  const up = scaleOver([...foot, ...all.map((bar) => bar.value)], y, [AREA.bottom, AREA.top])
  if (all.length === 0 || across === undefined || up === undefined) return nothingToShow(name)
  const marks = all.flatMap(({from, to, value}) => {
    // A bar from 0 has no place on a logarithmic axis, and begins at its edge.
    const [left, right, top] = [across.at(from) ?? AREA.left, across.at(to), up.at(value)]
    if (right === undefined || top === undefined) return []
    const box = {x: left, y: top, width: Math.max(0.5, right - left - 0.5), height: Math.max(0, AREA.bottom - top)}
    const words = `${cellText(from)} to ${cellText(to)}: ${cellText(value)}`
    return [element('rect', {...box, class: 'bar'}, hint(words))]
  })
  const axes = [horizontalAxis(across, x, AREA), verticalAxis(up, y, AREA)]
  return picture(name, AREA.bottom + 50, ...axes, element('g', {class: 's0'}, ...marks))
}
