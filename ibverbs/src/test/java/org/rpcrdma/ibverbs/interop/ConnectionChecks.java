// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.PARAMETERS;
import static org.rpcrdma.ibverbs.interop.Loopback.PORT;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.ConnectionManager.ListenHandler;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SendRequests;

/** Checks connection set-ups that succeed and set-ups that fail. */
final class ConnectionChecks {
    private static final int MANY = 8;
    private static final int IFA_F_TENTATIVE = 0x40;
    private static final String TENTATIVE = "fd00:98::66";

    private ConnectionChecks() {}

    /** The peer must report its address in the address family in which it was reached. */
    static void six(final Loopback loopback, final String address) throws Exception {
        final InetAddress six = InetAddress.getByName(address);
        final Peers peers = loopback.connect(six, loopback.newQueuePair(), loopback.newQueuePair());
        peers.server.postReceive(loopback.receives(1));
        loopback.send(peers.client, 0, 1, SendRequests.SIGNALED);
        loopback.succeed(2);
        loopback.checkArrived(0);
        check(peers.connection.remote().getAddress().equals(six), "remote: " + peers.connection.remote());
        peers.connection.disconnect();
        loopback.runUntil(() -> peers.disconnected == 2, "both sides are disconnected");
    }

    /**
     * An address that is tentative throughout this check cannot be bound. Peers can still reach the other addresses.
     */
    static void tentative(final Loopback loopback) throws Exception {
        final EventChecks events = new EventChecks(loopback);
        final Path settings = Path.of("/proc/sys/net/ipv6/conf/dummy0");
        final String transmitted = Files.readString(settings.resolve("dad_transmits"));
        Files.writeString(settings.resolve("accept_dad"), "1");
        Files.writeString(settings.resolve("dad_transmits"), "1000");
        EventChecks.ip("link", "set", "dummy0", "arp", "on");
        EventChecks.ip("address", "add", TENTATIVE + "/64", "dev", "dummy0");
        try {
            events.await(loopback, AsyncEventType.GID_CHANGE, 1);
            final Peers peers = loopback.connect(loopback.newQueuePair());
            check(isTentative(), "the address is still tentative");
            peers.connection.disconnect();
            loopback.runUntil(() -> peers.disconnected == 2, "both sides are disconnected");
        } finally {
            EventChecks.ip("address", "delete", TENTATIVE + "/64", "dev", "dummy0");
            EventChecks.ip("link", "set", "dummy0", "arp", "off");
            Files.writeString(settings.resolve("accept_dad"), "0");
            Files.writeString(settings.resolve("dad_transmits"), transmitted);
        }
    }

    /** The kernel lists addresses in hexadecimal, together with flags such as IFA_F_TENTATIVE. */
    private static boolean isTentative() throws IOException {
        final String digits =
                HexFormat.of().formatHex(InetAddress.getByName(TENTATIVE).getAddress());
        return Files.readAllLines(Path.of("/proc/net/if_inet6")).stream()
                .map(line -> line.split(" +"))
                .anyMatch(words -> words[0].equals(digits) && (Integer.parseInt(words[4], 16) & IFA_F_TENTATIVE) != 0);
    }

    static void noListener(final Loopback loopback) {
        final Peers peers = ask(loopback);
        loopback.runUntil(() -> peers.rejection != null, "the request is refused");
        check(peers.rejection.equals("the peer refused: reason=8"), peers.rejection);
    }

    static void rejected(final Loopback loopback) {
        final byte[] why = "come back later".getBytes(StandardCharsets.US_ASCII);
        final ListenHandler handler = request -> request.reject(why);
        loopback.own(loopback.device.connections().listen(PORT, loopback.loop, handler));
        final Peers peers = ask(loopback);
        loopback.runUntil(() -> peers.rejection != null, "the request is refused");
        check(peers.rejection.equals("the peer refused: reason=28 data=come back later"), peers.rejection);
    }

    private static Peers ask(final Loopback loopback) {
        final Peers peers = new Peers(loopback.newQueuePair(), null);
        final InetSocketAddress remote =
                new InetSocketAddress(loopback.device.connections().localAddress(), PORT);
        loopback.device.connections().connect(remote, peers.client, PARAMETERS, loopback.loop, peers);
        return peers;
    }

    /** Several requests can be distinguished, and they can be answered later in a different order. */
    static void manyAtOnce(final Loopback loopback) {
        final List<Peers> clients = new ArrayList<>();
        final List<Peers> servers = new ArrayList<>();
        final List<Runnable> answers = new ArrayList<>();
        final ListenHandler handler = request -> answers.add(() -> {
            final QueuePair queuePair = loopback.newQueuePair();
            servers.add(new Peers(null, queuePair));
            request.accept(queuePair, PARAMETERS, loopback.loop, servers.get(servers.size() - 1));
        });
        loopback.own(loopback.device.connections().listen(PORT, loopback.loop, handler));
        for (int i = 0; i < MANY; i++) {
            clients.add(ask(loopback));
        }
        loopback.runUntil(() -> answers.size() == MANY, "every request has arrived");
        for (int i = MANY - 1; i >= 0; i--) {
            answers.get(i).run();
        }
        loopback.runUntil(() -> established(clients) + established(servers) == 2 * MANY, "all are established");
        exchange(loopback, clients, servers);
        clients.forEach(client -> client.connection.disconnect());
        loopback.runUntil(() -> disconnected(clients) + disconnected(servers) == 2 * MANY, "all are disconnected");
    }

    private static void exchange(final Loopback loopback, final List<Peers> clients, final List<Peers> servers) {
        for (int i = 0; i < MANY; i++) {
            servers.get(i).server.postReceive(loopback.receives(1));
        }
        for (final Peers client : clients) {
            loopback.send(client.client, 0, 1, SendRequests.SIGNALED);
        }
        loopback.succeed(2 * MANY);
    }

    private static int established(final List<Peers> all) {
        return all.stream().mapToInt(peers -> peers.established).sum();
    }

    private static int disconnected(final List<Peers> all) {
        return all.stream().mapToInt(peers -> peers.disconnected).sum();
    }
}
