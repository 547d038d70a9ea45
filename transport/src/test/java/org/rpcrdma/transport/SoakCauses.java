// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.SimulatedDevice;

/**
 * Records the actions in a soak that may end connections. The end of each connection must be explained by one of these
 * actions, because a reconnection would hide unexplained ends:
 *
 * <ul> <li>a link at either end has been down since the connection last worked; <li>a queue pair broke or a device call
 * failed on either side, which explains the end of one connection; <li>the server is closed, or has just been closed.
 * </ul>
 */
final class SoakCauses {
    /** The time within which both sides of a connection detect that it has ended, provided that their links are up. */
    private static final long MOMENT = TimeUnit.SECONDS.toNanos(2);

    private static final long LONG_AGO = TimeUnit.HOURS.toNanos(2);
    private static final long NO_END = Long.MAX_VALUE;

    /** An action that ends one connection of a device. */
    private record Blow(String ipAddress, String what, long time) {}

    private record Outage(String ipAddress, long from, long to) {}

    private final Map<SimulatedDevice, Integer> armed = new HashMap<>();
    private final List<Blow> blows = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final Set<Integer> closedServers = new HashSet<>();
    private final Map<Integer, Long> closings = new HashMap<>();

    /** Records that a device's queue pair broke. */
    void broke(final SimulatedDevice device, final long now) {
        blows.add(new Blow(device.ipAddress(), "a queue pair that broke", now));
    }

    /** Records the calls that have failed and the calls that are now armed to fail. */
    void rearmed(final SimulatedDevice device, final long now, final Runnable change) {
        look(now);
        change.run();
        armed.put(device, device.faults().armed());
    }

    /** Records that a link is down until {@link #linkUp}. */
    void linkDown(final SimulatedDevice device, final long now) {
        outages.add(new Outage(device.ipAddress(), now, NO_END));
    }

    void linkUp(final SimulatedDevice device, final long now) {
        outages.replaceAll(outage -> outage.ipAddress.equals(device.ipAddress()) && outage.to == NO_END
                ? new Outage(outage.ipAddress, outage.from, now)
                : outage);
    }

    /** Records a new schedule of link failures. It replaces the rest of the previous schedule. */
    void planned(final List<FaultPlan.LinkDown> linkDowns, final long now) {
        outages.removeIf(outage -> outage.from > now);
        outages.replaceAll(outage ->
                outage.to == NO_END ? outage : new Outage(outage.ipAddress, outage.from, Math.min(outage.to, now)));
        linkDowns.forEach(each -> outages.add(new Outage(each.ipAddress(), each.from(), each.to())));
    }

    void serverOpened(final int port) {
        closedServers.remove(port);
    }

    void serverClosed(final int port, final long now) {
        closedServers.add(port);
        closings.put(port, now);
    }

    /** Records the calls that have failed, and discards records that are too old to explain anything. */
    void look(final long now) {
        armed.replaceAll((device, before) -> {
            final int left = device.faults().armed();
            for (int i = before; i > left; i--) {
                blows.add(new Blow(device.ipAddress(), "a call of a device that failed", now));
            }
            return left;
        });
        blows.removeIf(blow -> blow.time < now - MOMENT);
        outages.removeIf(outage -> outage.to < now - LONG_AGO);
    }

    /**
     * Returns the explanation for the end of a connection, or null.
     *
     * @param worked the last time at which the connection was known to work.
     */
    String explain(final String clientIp, final String serverIp, final int port, final long worked, final long now) {
        look(now);
        if (closedServers.contains(port) || closings.containsKey(port) && now - closings.get(port) < MOMENT) {
            return "a server that closed";
        }
        for (final Outage outage : outages) {
            if (outage.from <= now && outage.to >= worked && isOf(outage.ipAddress, clientIp, serverIp)) {
                return "a link that was down";
            }
        }
        for (final Iterator<Blow> i = blows.iterator(); i.hasNext(); ) {
            final Blow blow = i.next();
            if (isOf(blow.ipAddress, clientIp, serverIp)) {
                i.remove();
                return blow.what;
            }
        }
        return null;
    }

    private static boolean isOf(final String ipAddress, final String clientIp, final String serverIp) {
        return ipAddress.equals(clientIp) || ipAddress.equals(serverIp);
    }
}
