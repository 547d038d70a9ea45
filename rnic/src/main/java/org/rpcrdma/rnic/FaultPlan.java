// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.rnic.link.Outage;
import org.rpcrdma.rnic.link.PacketRisks;

/**
 * A plan of random faults and scheduled outages on the links of devices; see {@link Faults#follow}. Immutable.
 *
 * <p>Each device draws its random numbers from its own stream, which is derived from the simulation's seed. The same
 * seed and traffic therefore produce the same faults, and a plan does not affect other random decisions. A fault can
 * affect any packet that a device sends, including acknowledgements. A wrong checksum (ICRC) is not a separate fault,
 * because receivers drop such a packet, which is then lost. A wrong payload with a valid checksum occurs only on
 * demand; see {@link Faults#flipByte}.
 *
 * <p>Connection managers retransmit their messages, so an outage usually only delays a message. The message is lost if
 * the delay exceeds the manager's timeout.
 *
 * @param loss        the probability that a packet is lost, 0 to 1.
 * @param duplication the probability that a packet arrives twice, 0 to 1.
 * @param reordering  the probability that a packet, or its duplicate, is delayed and overtaken by others, 0 to 1.
 * @param maxDelay    the longest delay in nanoseconds, at least 1; delays are uniformly distributed up to this value.
 * @param linkDowns   link outages; the list is copied.
 */
public record FaultPlan(double loss, double duplication, double reordering, long maxDelay, List<LinkDown> linkDowns) {
    /** A plan without faults. */
    public static final FaultPlan NONE = new FaultPlan(0, 0, 0, 1, List.of());

    /**
     * An outage of a device's link. During the outage, the link drops all packets to and from the device.
     *
     * @param ipAddress the device's numeric IP address.
     * @param from      the start in virtual time, in nanoseconds; non-negative.
     * @param to        the time at which the link is up again, after {@code from}; {@link Long#MAX_VALUE} for never.
     */
    public record LinkDown(String ipAddress, long from, long to) {
        /**
         * Checks the times.
         *
         * @param ipAddress the device's numeric IP address.
         * @param from      the start in virtual time, in nanoseconds.
         * @param to        the time at which the link is up again.
         * @throws IllegalArgumentException if {@code to} is not later than {@code from}.
         */
        public LinkDown {
            if (from < 0 || to <= from) {
                throw new IllegalArgumentException(
                        "a link outage must end after it begins: from=" + from + " to=" + to);
            }
        }
    }

    /**
     * Checks the ranges.
     *
     * @param loss        the probability of loss.
     * @param duplication the probability of duplication.
     * @param reordering  the probability of delay.
     * @param maxDelay    the longest delay in nanoseconds.
     * @param linkDowns   link outages.
     * @throws IllegalArgumentException if a value is out of range; the message contains the value.
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
     * Returns a copy of this plan with the given probability of loss.
     *
     * @param chance the probability, 0 to 1.
     * @return a new plan.
     */
    public FaultPlan withLoss(final double chance) {
        return new FaultPlan(chance, duplication, reordering, maxDelay, linkDowns);
    }

    /**
     * Returns a copy of this plan with the given probability of duplication.
     *
     * @param chance the probability, 0 to 1.
     * @return a new plan.
     */
    public FaultPlan withDuplication(final double chance) {
        return new FaultPlan(loss, chance, reordering, maxDelay, linkDowns);
    }

    /**
     * Returns a copy of this plan with the given probability of delay.
     *
     * @param chance the probability, 0 to 1.
     * @param delay  the longest delay in nanoseconds, at least 1.
     * @return a new plan.
     */
    public FaultPlan withReordering(final double chance, final long delay) {
        return new FaultPlan(loss, duplication, chance, delay, linkDowns);
    }

    /**
     * Returns a copy of this plan with an additional link outage. Outages of the same link may overlap.
     *
     * @param ipAddress the device's numeric IP address.
     * @param from      the start in virtual time, in nanoseconds.
     * @param to        the time at which the link is up again.
     * @return a new plan.
     */
    public FaultPlan withLinkDown(final String ipAddress, final long from, final long to) {
        final List<LinkDown> all = new ArrayList<>(linkDowns);
        all.add(new LinkDown(ipAddress, from, to));
        return new FaultPlan(loss, duplication, reordering, maxDelay, all);
    }

    /** Returns the link outages of the device with the given address. */
    List<Outage> outages(final String ipAddress) {
        return linkDowns.stream()
                .filter(down -> down.ipAddress().equals(ipAddress))
                .map(down -> new Outage(down.from(), down.to()))
                .toList();
    }

    /** Returns the risks to packets while links are up. */
    PacketRisks risks() {
        return new PacketRisks(loss, duplication, reordering, maxDelay);
    }

    private static void checkChance(final String name, final double chance) {
        if (!(chance >= 0 && chance <= 1)) {
            throw new IllegalArgumentException(name + " must be 0 to 1: " + name + "=" + chance);
        }
    }
}
