/** Runs in the page: elements whose animations or transitions take longer than a millisecond. */
export function movingElements(): readonly string[] {
  const isLong = (durations: string) => durations.split(',').some((duration) => Number.parseFloat(duration) > 0.001);
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
    const moves = (animationName !== 'none' && isLong(animationDuration)) || isLong(transitionDuration);
    return moves ? [`${element.localName}.${element.getAttribute('class') ?? ''}`] : [];
  });
}
