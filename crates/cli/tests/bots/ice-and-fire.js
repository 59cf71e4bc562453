/**
 * Written as for the contest site: globals, no modules, no flushing.
 **/
const numberMineSpots = parseInt(readline());
for (let i = 0; i < numberMineSpots; i++) {
    const inputs = readline().split(' ');
}

while (true) {
    const gold = parseInt(readline());
    const income = parseInt(readline());
    const opponentGold = parseInt(readline());
    const opponentIncome = parseInt(readline());
    const lines = [];
    for (let i = 0; i < 12; i++) {
        lines.push(readline());
    }
    const buildingCount = parseInt(readline());
    let home = null;
    for (let i = 0; i < buildingCount; i++) {
        const [owner, type, x, y] = readline().split(' ').map(Number);
        if (owner === 0 && type === 0) home = { x, y };
    }
    const orders = [];
    const unitCount = parseInt(readline());
    for (let i = 0; i < unitCount; i++) {
        const [owner, id, level, x, y] = readline().split(' ').map(Number);
        if (owner === 0) orders.push(`MOVE ${id} ${11 - home.x} ${11 - home.y}`);
    }
    if (gold >= 10) orders.push(home.x === 0 ? 'TRAIN 1 0 1' : 'TRAIN 1 11 10');
    printErr('gold', gold, 'income', income);
    print(orders.join(';') || 'WAIT');
}
