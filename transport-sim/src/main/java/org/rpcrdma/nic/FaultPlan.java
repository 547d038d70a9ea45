// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.nic.link.Outage;
import org.rpcrdma.nic.link.PacketRisks;

/**
 * What goes wrong on the links of a fabric by chance, or at times that are set beforehand: {@link Fabric#setFaultPlan}.
 * Immutable.
 *
 * <p>Chances are drawn from the simulation's seed, in a stream of numbers for each device: the same seed and the same
 * traffic have the same faults, and a plan does not change what else is drawn. They concern each packet that a device
 * sends, acknowledgements too. A packet that is corrupted on the way does not reach the receiver's transport, whose
 * checksum (ICRC) finds it: it counts as lost. Payload that is wrong and not found to be so is a fault on demand only:
 * {@link Faults#flipByte}.
 *
 * <p>The messages of connection managers are sent again by them: they only wait for links that are down, each for its
 * manager's timeout, and are lost where that takes too long.
 *
 * @param loss        the chance of a packet to be lost, 0 to 1.
 * @param duplication the chance of a packet to arrive twice, 0 to 1.
 * @param reordering  the chance of a packet, and of its twin, to arrive late, so that others overtake it, 0 to 1.
 * @param maxDelay    how late at most, in nanoseconds: 1 to this, evenly spread; at least 1.
 * @param linkDowns   when which links carry nothing; copied.
 */
public record FaultPlan(double loss, double duplication, double reordering, long maxDelay, List<LinkDown> linkDowns) {
    /** Nothing goes wrong. */
    public static final FaultPlan NONE = new FaultPlan(0, 0, 0, 1, List.of());

    /**
     * A time for which a device's link is down. Packets that the device sends then, or that would arrive then, are dropped.
     *
     * @param ipAddress the device's address in digits.
     * @param from      virtual time in nanoseconds, 0 or more.
     * @param to        when the link is up again, later than {@code from}; {@link Long#MAX_VALUE} where it is never.
     */
    public record LinkDown(String ipAddress, long from, long to) {
        /**
         * Checks the time.
         *
         * @param ipAddress the device's address in digits.
         * @param from      virtual time in nanoseconds.
         * @param to        when the link is up again.
         * @throws IllegalArgumentException where it is empty.
         */
        public LinkDown {
            if (from < 0 || to <= from) {
                throw new IllegalArgumentException("time of a link's failure is empty: from=" + from + " to=" + to);
            }
        }
    }

    /**
     * Checks the ranges.
     *
     * @param loss        the chance of a packet to be lost.
     * @param duplication the chance of a packet to arrive twice.
     * @param reordering  the chance of a packet to arrive late.
     * @param maxDelay    how late at most, in nanoseconds.
     * @param linkDowns   when which links carry nothing.
     * @throws IllegalArgumentException naming what is out of range.
     */
    public FaultPlan {
        checkChance("loss", loss);
        checkChance("duplication", duplication);
        checkChance("reordering", reordering);
        if (maxDelay < 1) {
            throw new IllegalArgumentException("maxDelay must be at least 1: maxDelay=" + maxDelay);
        }
        linkDowns = List.copyOf(linkDowns);
    }

    /**
     * This plan with another chance of loss.
     *
     * @param chance 0 to 1.
     * @return a new plan.
     */
    public FaultPlan withLoss(final double chance) {
        return new FaultPlan(chance, duplication, reordering, maxDelay, linkDowns);
    }

    /**
     * This plan with another chance of duplication.
     *
     * @param chance 0 to 1.
     * @return a new plan.
     */
    public FaultPlan withDuplication(final double chance) {
        return new FaultPlan(loss, chance, reordering, maxDelay, linkDowns);
    }

    /**
     * This plan with another chance of delay.
     *
     * @param chance 0 to 1.
     * @param delay  how late at most, in nanoseconds, at least 1.
     * @return a new plan.
     */
    public FaultPlan withReordering(final double chance, final long delay) {
        return new FaultPlan(loss, duplication, chance, delay, linkDowns);
    }

    /**
     * This plan with one more time for which a link is down. Times of one link may overlap.
     *
     * @param ipAddress the device's address in digits.
     * @param from      virtual time in nanoseconds.
     * @param to        when the link is up again.
     * @return a new plan.
     */
    public FaultPlan withLinkDown(final String ipAddress, final long from, final long to) {
        final List<LinkDown> all = new ArrayList<>(linkDowns);
        all.add(new LinkDown(ipAddress, from, to));
        return new FaultPlan(loss, duplication, reordering, maxDelay, all);
    }

    /** Returns the times for which the link of a device's address is down. */
    List<Outage> outages(final String ipAddress) {
        return linkDowns.stream()
                .filter(down -> down.ipAddress().equals(ipAddress))
                .map(down -> new Outage(down.from(), down.to()))
                .toList();
    }

    /** Returns what can happen to packets while links are up. */
    PacketRisks risks() {
        return new PacketRisks(loss, duplication, reordering, maxDelay);
    }

    private static void checkChance(final String name, final double chance) {
        if (!(chance >= 0 && chance <= 1)) {
            throw new IllegalArgumentException(name + " must be 0 to 1: " + name + "=" + chance);
        }
    }
}
