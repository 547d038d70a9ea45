// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

/** Steps of one kind. They are drawn at random, recorded, and executed both on devices and on the model. */
abstract class Steps {
    final World world;
    final Draw draw;
    final History history;

    Steps(final World world, final Draw draw, final History history) {
        this.world = world;
        this.draw = draw;
        this.history = history;
    }

    abstract void step();

    final Host anyHost() {
        return world.hosts[draw.below(world.hosts.length)];
    }

    final Pair.End anyEnd() {
        return draw.one(world.pairs).ends[draw.below(2)];
    }
}
