// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.Closeable;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dcache.oncrpc4j.portmap.OncPortmapClient;
import org.dcache.oncrpc4j.portmap.RpcbindV4Client;
import org.dcache.oncrpc4j.portmap.rpcb;
import org.dcache.oncrpc4j.rpc.OncRpcAcceptedException;
import org.dcache.oncrpc4j.rpc.OncRpcClient;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcAuthTypeNone;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.rpc.net.InetSocketAddresses;
import org.dcache.oncrpc4j.rpc.net.IpProtocolType;
import org.dcache.oncrpc4j.xdr.XdrBoolean;

/** Registers programs with an rpcbind server under the netids rdma and rdma6 (RFC 5665), and looks up their ports. */
record Rpcbind(InetSocketAddress address) {
    static final int PORT = 111;
    static final String RDMA = "rdma";
    static final String RDMA6 = "rdma6";

    private static final int PROGRAM = 100_000;
    private static final int VERSION = 4;
    private static final int UNSET = 2;
    private static final long TIMEOUT_SECONDS = 10;
    private static final int TRIES = 3;

    /** A task that uses a connection to rpcbind. */
    @FunctionalInterface
    private interface Task<T> {
        T run(RpcCall rpcbind) throws IOException, TimeoutException;
    }

    /** Opens a connection. */
    @FunctionalInterface
    interface Connector<C> {
        C connect() throws IOException;
    }

    /** A connection to rpcbind, and the client that it belongs to. */
    private record Connection(OncRpcClient client, RpcTransport transport) implements Closeable {
        static Connection open(final InetSocketAddress address) throws IOException {
            final OncRpcClient client = new OncRpcClient(address, IpProtocolType.TCP);
            try {
                return new Connection(client, client.connect(TIMEOUT_SECONDS, TimeUnit.SECONDS));
            } catch (final IOException | RuntimeException e) {
                try {
                    client.close();
                } catch (final IOException | RuntimeException also) {
                    e.addSuppressed(also); // the first exception decides whether to try again
                }
                throw e;
            }
        }

        @Override
        public void close() throws IOException {
            client.close();
        }
    }

    /**
     * Connects, and retries if the outcome is unknown. In Grizzly 4.0, the future of a connection (SafeFutureImpl) is
     * done shortly before it has its result or its exception. If oncrpc4j reads the future between these two moments,
     * it gets null instead of a connection and throws a NullPointerException.
     */
    static <C> C connect(final InetSocketAddress address, final Connector<C> connector) throws IOException {
        NullPointerException unknown = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                return connector.connect();
            } catch (final NullPointerException e) {
                unknown = e;
            }
        }
        throw new IOException("oncrpc4j lost its connections to rpcbind: " + address + " tries=" + TRIES, unknown);
    }

    private <T> T with(final Task<T> task) throws IOException {
        try (Connection connection = connect(address, () -> Connection.open(address))) {
            return task.run(new RpcCall(PROGRAM, VERSION, new RpcAuthTypeNone(), connection.transport));
        } catch (final OncRpcAcceptedException e) {
            throw new IOException(
                    "rpcbind does not support version " + VERSION + ", which netids require: " + address + ": "
                            + e.getMessage(),
                    e);
        } catch (final TimeoutException e) {
            throw new IOException("rpcbind does not answer: " + address, e);
        }
    }

    /**
     * Registers programs for both netids and replaces an earlier server's registrations.
     *
     * @throws IOException if rpcbind rejects a registration; the programs that were already registered are then
     *                     unregistered.
     */
    void publish(final Collection<OncRpcProgram> programs, final int port) throws IOException {
        unpublish(programs);
        final List<OncRpcProgram> published = new ArrayList<>();
        try {
            with(rpcbind -> {
                final OncPortmapClient client = new RpcbindV4Client(rpcbind);
                for (final OncRpcProgram program : programs) {
                    published.add(program);
                    register(client, program, RDMA, universal("0.0.0.0", port));
                    register(client, program, RDMA6, universal("::", port));
                }
                return null;
            });
        } catch (final IOException | RuntimeException e) {
            unpublish(published);
            throw e;
        }
    }

    private void register(
            final OncPortmapClient client, final OncRpcProgram program, final String netid, final String universal)
            throws IOException, TimeoutException {
        if (!client.setPort(program.getNumber(), program.getVersion(), netid, universal, owner())) {
            throw new IOException("rpcbind rejects a registration: " + address + " program=" + program.getNumber()
                    + " version=" + program.getVersion() + " netid=" + netid + " address=" + universal);
        }
    }

    /** Returns an address in rpcbind's format: the host, followed by the port's two bytes. */
    private static String universal(final String host, final int port) {
        return host + "." + (port >> 8) + "." + (port & 0xFF);
    }

    private static String owner() {
        return System.getProperty("user.name");
    }

    /**
     * Removes only the registrations for our netids. oncrpc4j's client would remove the TCP and UDP registrations too.
     */
    void unpublish(final Collection<OncRpcProgram> programs) throws IOException {
        with(rpcbind -> {
            for (final OncRpcProgram program : programs) {
                for (final String netid : List.of(RDMA, RDMA6)) {
                    rpcbind.call(
                            UNSET,
                            new rpcb(program.getNumber(), program.getVersion(), netid, "", owner()),
                            new XdrBoolean(),
                            TIMEOUT_SECONDS,
                            TimeUnit.SECONDS);
                }
            }
            return null;
        });
    }

    /**
     * Returns a program's port on a host; throws if the program is not registered there. The method requests all
     * registrations, because a request for a single address returns only an address for the netid over which the
     * request arrived, here tcp (RFC 1833, section 2.2.1).
     */
    int portOf(final OncRpcProgram program, final InetAddress host) throws IOException {
        final String netid = host instanceof Inet6Address ? RDMA6 : RDMA;
        for (final rpcb entry : with(rpcbind -> new RpcbindV4Client(rpcbind).dump())) {
            if (entry.getProg() == program.getNumber()
                    && entry.getVers() == program.getVersion()
                    && entry.getNetid().equals(netid)) {
                return InetSocketAddresses.forUaddrString(entry.getAddr()).getPort();
            }
        }
        throw new IOException("the program is not registered: rpcbind=" + address + " program=" + program.getNumber()
                + " version=" + program.getVersion() + " netid=" + netid);
    }
}
