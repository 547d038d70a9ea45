// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Determines the on-demand and random faults of the packets that a device sends.
 *
 * <p>{@link #loses} draws a packet's faults. Until it is called again, the other methods return these faults.
 */
public final class PacketFaults {
    private static final int NONE = -1;

    private final RandomGenerator random;
    private final LinkCounters counters;
    private final List<ArmedFault> armed = new ArrayList<>();
    private PacketRisks risks = PacketRisks.NONE;
    private boolean isActive;

    private boolean isLost;
    private boolean isDuplicated;
    private int flipped;
    private long delay;

    public PacketFaults(final RandomGenerator random, final LinkCounters counters) {
        this.random = random;
        this.counters = counters;
    }

    /** Returns true if packets may be affected by faults. */
    public boolean isActive() {
        return isActive;
    }

    public void follow(final PacketRisks newRisks) {
        risks = newRisks;
        refresh();
    }

    public void arm(final ArmedFault fault) {
        armed.add(fault);
        refresh();
    }

    public void disarm() {
        armed.clear();
        refresh();
    }

    public int armed() {
        return armed.size();
    }

    private void refresh() {
        isActive = risks.exist() || !armed.isEmpty();
    }

    /** Determines a packet's faults. Returns true if the packet is lost. */
    public boolean loses(final Packet packet) {
        isLost = happens(risks.loss());
        isDuplicated = happens(risks.duplication());
        flipped = NONE;
        delay = 0;
        for (int i = 0; i < armed.size(); i++) {
            if (armed.get(i).isFor(packet)) {
                take(armed.remove(i--));
            }
        }
        refresh();
        if (isLost) {
            counters.lost++;
        }
        return isLost;
    }

    private void take(final ArmedFault fault) {
        switch (fault.kind) {
            case LOSE -> isLost = true;
            case DUPLICATE -> isDuplicated = true;
            case DELAY -> delay = fault.argument;
            case FLIP -> flipped = (int) fault.argument;
        }
    }

    /** Corrupts the packet's payload if its faults include corruption. */
    public void corrupt(final Packet packet) {
        if (flipped != NONE) {
            packet.payload.detach();
            packet.payload.flipByte(flipped % packet.payload.length());
            counters.corrupted++;
        }
    }

    /** Returns true if the packet is duplicated. */
    public boolean isDuplicated() {
        if (isDuplicated) {
            counters.duplicated++;
        }
        return isDuplicated;
    }

    /** Returns the packet's additional delay, in ns. */
    public long delay() {
        final long late = delay + chanceDelay();
        if (late != 0) {
            counters.reordered++;
        }
        return late;
    }

    /** Returns the duplicate's additional delay, in ns. */
    public long twinDelay() {
        final long late = chanceDelay();
        if (late != 0) {
            counters.reordered++;
        }
        return late;
    }

    private long chanceDelay() {
        return happens(risks.reordering()) ? 1 + random.nextLong(risks.maxDelay()) : 0;
    }

    private boolean happens(final double chance) {
        return chance > 0 && random.nextDouble() < chance;
    }
}
