// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.example.nfs3.Nfs3Client.putPlace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * Tests calls that change names or attributes and whose first reply is lost together with the connection. The client
 * repeats the call on the next connection and receives the first reply.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class RepeatedCallsTest {
    private static final int MKNOD_FIFO = 7;
    private static final int CTIME = 76;
    private static final long DOWN_NANOS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path folder;

    private final Map<Integer, Integer> executions = new HashMap<>();
    private Nfs3Simulation simulated;
    private Timer up;
    private boolean losesReplies;
    private byte[] root;

    @BeforeEach
    void connect() {
        simulated = new Nfs3Simulation(
                folder, this::losing, client -> client.tries(10).callTimeout(TimeUnit.SECONDS.toNanos(10)));
        up = simulated
                .clientDevice
                .newEventLoop()
                .newTimer(() -> simulated.clientDevice.faults().linkUp());
        root = Nfs3Service.rootHandle(simulated.export);
    }

    @AfterEach
    void close() {
        simulated.close();
    }

    /** Takes the link down for half a minute while a call is being executed. */
    private RpcService losing(final RpcService service) {
        return call -> {
            if (losesReplies && executions.merge(call.xid(), 1, Integer::sum) == 1) {
                simulated.clientDevice.faults().linkDown();
                up.arm(DOWN_NANOS);
            }
            service.onCall(call);
        };
    }

    /** Returns the results of a call whose first reply is lost. */
    private XdrReader results(final int procedure, final Consumer<XdrWriter> arguments) {
        losesReplies = true;
        final Nfs3Call call = simulated.client.await(simulated.client.begin(procedure, arguments));
        losesReplies = false;
        final XdrReader results = call.anyResults();
        simulated.client.give(call);
        return results;
    }

    private void expect(final int status, final int procedure, final Consumer<XdrWriter> arguments) {
        assertEquals(status, results(procedure, arguments).getInt(), "procedure " + procedure);
    }

    private static XdrWriter putMode(final XdrWriter out) {
        return out.putBool(true)
                .putInt(0755)
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .putInt(0);
    }

    private long changeTime(final byte[] file) {
        final Nfs3Call call = simulated.client.await(simulated.client.begin(Nfs3.GETATTR, out -> out.putOpaque(file)));
        final XdrReader results = call.results();
        results.skip(CTIME);
        final long time = results.getLong();
        simulated.client.give(call);
        return time;
    }

    @Test
    void shouldAnswerEachRepeatedCallByItsFirstAnswer() throws IOException {
        expect(Nfs3.OK, Nfs3.MKDIR, out -> putMode(putPlace(out, root, "d")));
        final byte[] directory = simulated.client.lookup(root, "d");
        expect(
                Nfs3.OK,
                Nfs3.CREATE,
                out -> putMode(putPlace(out, directory, "f").putInt(Nfs3.GUARDED)));
        final byte[] file = simulated.client.lookup(directory, "f");
        final long before = changeTime(file);
        expect(
                Nfs3.OK,
                Nfs3.SETATTR,
                out -> putMode(out.putOpaque(file)).putBool(true).putLong(before));
        expect(
                Nfs3.OK,
                Nfs3.WRITE,
                out -> out.putOpaque(file)
                        .putLong(0)
                        .putInt(4)
                        .putInt(2)
                        .putOpaque("text".getBytes(StandardCharsets.US_ASCII)));
        expect(Nfs3.OK, Nfs3.LINK, out -> putPlace(out.putOpaque(file), directory, "g"));
        expect(
                Nfs3.OK,
                Nfs3.SYMLINK,
                out -> putMode(putPlace(out, directory, "s")).putOpaque(new byte[] {'f'}));
        expect(Nfs3.OK, Nfs3.RENAME, out -> putPlace(putPlace(out, directory, "g"), directory, "h"));
        assertArrayEquals("text".getBytes(StandardCharsets.US_ASCII), Files.readAllBytes(folder.resolve("d/h")));
        expect(
                Nfs3.ERR_NOTSUPP,
                Nfs3.MKNOD,
                out -> putMode(putPlace(out, directory, "p").putInt(MKNOD_FIFO)));
        for (final String name : new String[] {"f", "h", "s"}) {
            expect(Nfs3.OK, Nfs3.REMOVE, out -> putPlace(out, directory, name));
        }
        expect(Nfs3.OK, Nfs3.RMDIR, out -> putPlace(out, root, "d"));
        assertFalse(Files.exists(folder.resolve("d")));
        assertEquals(12, executions.size());
        assertTrue(executions.values().stream().allMatch(times -> times == 1), executions.toString());
        assertEquals(12, simulated.server.figures().replyCacheHits());
    }

    /** The server executes a repeated call again if the call changes nothing. */
    @Test
    void shouldKeepNoRepliesOfOtherProcedures() {
        results(Nfs3.GETATTR, out -> out.putOpaque(root));
        assertTrue(executions.values().stream().allMatch(times -> times > 1), executions.toString());
        assertEquals(0, simulated.server.figures().replyCacheMisses());
    }
}
