// A small workflow to try with: a forecast of tides, in Berth's own format.

const BASINS = ['north', 'east', 'south', 'west'];

export const EXAMPLE = {
  name: 'tides',
  tasks: [
    { id: 'soundings', kind: 'fetch', seconds: 900 },
    { id: 'winds', kind: 'fetch', seconds: 600 },
    { id: 'grid', kind: 'mesh', seconds: 1800, after: [{ task: 'soundings', bytes: 2e9 }] },
    ...BASINS.map((basin, place) => ({
      id: `model-${basin}`, kind: 'model', seconds: 3600 + 900 * place, after: [{ task: 'grid', bytes: 1e9 }, { task: 'winds', bytes: 3e8 }],
    })),
    ...BASINS.map((basin) => ({ id: `map-${basin}`, kind: 'draw', seconds: 900, after: [{ task: `model-${basin}`, bytes: 5e8 }] })),
    { id: 'levels', kind: 'merge', seconds: 1200, after: BASINS.map((basin) => ({ task: `model-${basin}`, bytes: 5e8 })) },
    { id: 'bulletin', kind: 'publish', seconds: 300, after: ['levels', ...BASINS.map((basin) => `map-${basin}`)] },
  ],
};
