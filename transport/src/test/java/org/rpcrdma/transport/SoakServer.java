// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.program.StoreService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * A server in a soak. It closes and opens repeatedly, with either one arena for all connections or one arena per
 * connection. Its store persists.
 */
final class SoakServer {
    /** The size of a stored object in bytes. */
    static final int OBJECT = 65_536;

    static final int MOST_CREDITS = 48;

    /**
     * The idle period. After two of these periods, a client whose disconnect message was lost no longer has a
     * connection.
     */
    static final long IDLE_PERIOD = TimeUnit.MINUTES.toNanos(6);

    /** The tally's name for calls whose service threw an exception. */
    static final String SERVICE_FAILURES = "calls that the service failed on";

    private static final int OBJECTS = 1024;

    final int port;
    final SoakService service;
    private final SoakTally tally;
    private final SoakCauses causes;
    private final KillableDevice device;
    private final EventLoop loop;
    private final SeededRandom random;
    private final StoreService store;
    private final boolean sharesArena;
    private RpcRdmaServer server;
    private ProtectionDomain domain;
    private ReceiveArena arena;

    SoakServer(
            final SoakRun run,
            final KillableDevice device,
            final int port,
            final boolean sharesArena,
            final SeededRandom random) {
        this.device = device;
        this.port = port;
        this.sharesArena = sharesArena;
        this.random = random;
        tally = run.tally;
        causes = run.causes;
        loop = device.simulated.newEventLoop();
        store = new StoreService(device.simulated.memory(), OBJECT, OBJECTS);
        service = new SoakService(loop, store, tally, run.reverse);
    }

    boolean isOpen() {
        return server != null;
    }

    /** Opens the server. An injected fault may prevent this. */
    void open() {
        try {
            final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                    .device(device.breakable)
                    .eventLoop(loop)
                    .port(port)
                    .credits(1 + random.nextInt(MOST_CREDITS))
                    .maxCredits(MOST_CREDITS)
                    .reverseDirection(true)
                    .idlePeriod(IDLE_PERIOD)
                    .shortRepliesInline(false)
                    .connectionBegin(begun -> tally.count("connections accepted"))
                    .connectionEnd(ended -> tally.count("connections ended"))
                    .serviceFailure((remote, xid, failure) -> tally.count(SERVICE_FAILURES))
                    .service(service);
            if (sharesArena) {
                openArena();
                context.sharedArena(arena, domain);
            }
            server = new RpcRdmaServer(context);
            causes.serverOpened(port);
            tally.count("servers opened");
        } catch (final VerbsException e) {
            causes.serverClosed(port, loop.nanoTime());
            tally.count("servers not opened: " + e.getMessage());
            closeArena();
        }
    }

    private void openArena() {
        domain = device.simulated.allocateProtectionDomain();
        arena = new ReceiveArena(
                new ReceiveArena.Context().mapper(new DmaShardMapper(domain)).memory(device.simulated.memory()));
    }

    private void closeArena() {
        if (arena != null) {
            final long inUse = arena.figures().buffersInUse();
            assertEquals(0, inUse, () -> "buffers are not in their arena: inUse=" + inUse);
            arena.close();
            arena = null;
        }
        if (domain != null) {
            domain.close();
            domain = null;
        }
    }

    /**
     * Closes the server, even if calls are in flight. The server does not end until deferred calls have been answered.
     */
    void close() {
        service.forgetRevoked();
        causes.serverClosed(port, loop.nanoTime());
        server.close();
        server = null;
        if (service.held() == 0) {
            closeArena();
        }
    }

    /** Returns true if the server has released everything, so that it can be opened again. */
    boolean hasEnded() {
        if (server == null && service.held() == 0) {
            closeArena();
            return true;
        }
        return false;
    }

    void changeCredits() {
        server.credits(1 + random.nextInt(MOST_CREDITS));
        tally.count("changes of credits");
    }

    /** Asserts that no client is connected, no call is in progress, and all buffers are free. */
    void checkIdle() {
        assertEquals(0, server == null ? 0 : server.connections(), () -> "connections without a client: port=" + port);
        assertEquals(0, arena == null ? 0 : arena.figures().buffersInUse(), "buffers are not in their arena");
    }

    /** Returns the number of the store's memory blocks, which equals the number of its objects. */
    int storeBlocks() {
        return store.objects();
    }

    void closeStore() {
        store.close();
    }
}
