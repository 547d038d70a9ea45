// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.nfs3.ResultShape.hex;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replays a capture between Linux's client and Linux's server against this server, and checks that it answers like the
 * kernel.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class CaptureReplayTest {
    private static final int ROOM = 1 << 20;

    /** Procedures whose results legitimately differ between the two servers. */
    private static final Set<Integer> OF_THE_SERVER = Set.of(Nfs3.FSSTAT, Nfs3.FSINFO, Nfs3.PATHCONF);

    private final Served served;

    /** The handles of the kernel's server, mapped to this server's handles. */
    private final Map<String, String> handles = new HashMap<>();

    CaptureReplayTest(@TempDir final Path path) {
        served = new Served(path, false, ROOM);
    }

    @Test
    void shouldAnswerAsTheKernelDoes() throws IOException {
        Files.setAttribute(served.folder, "unix:mode", 0777);
        if (Served.IS_ROOT) {
            Files.setAttribute(served.folder, "unix:uid", 0);
            Files.setAttribute(served.folder, "unix:gid", 0);
        }
        final List<CapturedRpcs.Rpc> rpcs = CapturedRpcs.read("nfs3");
        assertEquals(198, rpcs.size());
        for (final CapturedRpcs.Rpc rpc : rpcs) {
            final byte[] call = translated(rpc);
            final byte[] reply = Served.reply(served.service, call, ROOM);
            assertArrayEquals(Arrays.copyOf(call, 4), Arrays.copyOf(reply, 4));
            final ResultShape kernel = ResultShape.of(rpc.procedure(), rpc.results(), false);
            final ResultShape ours = ResultShape.of(rpc.procedure(), Served.results(reply), true);
            assertAgree(rpc.procedure(), kernel, ours);
            learn(kernel, ours);
        }
    }

    private static void assertAgree(final int procedure, final ResultShape kernel, final ResultShape ours) {
        if (OF_THE_SERVER.contains(procedure)) {
            assertEquals(kernel.toString().split(" ")[0], ours.toString().split(" ")[0]);
        } else {
            assertEquals(kernel.toString(), ours.toString(), "procedure=" + procedure);
        }
        assertEquals(kernel.handles.keySet(), ours.handles.keySet());
        assertEquals(kernel.handle == null, ours.handle == null);
    }

    private void learn(final ResultShape kernel, final ResultShape ours) {
        if (kernel.handle != null) {
            handles.put(kernel.handle, ours.handle);
        }
        kernel.handles.forEach((name, handle) -> handles.put(handle, ours.handles.get(name)));
    }

    /**
     * Replaces the handle in a call with this server's handle. Captured calls contain only one handle, and the first
     * call's handle is the root's.
     */
    private byte[] translated(final CapturedRpcs.Rpc rpc) {
        if (rpc.procedure() == Nfs3.NULL) {
            return rpc.call();
        }
        final ByteBuffer in = ByteBuffer.wrap(rpc.call()).position(rpc.arguments());
        final byte[] theirs = new byte[in.getInt()];
        in.get(theirs);
        in.position(in.position() + (-theirs.length & 3));
        final String known = handles.computeIfAbsent(hex(theirs), root -> hex(Nfs3Service.rootHandle(served.export)));
        return new Xdr()
                .raw(Arrays.copyOf(rpc.call(), rpc.arguments()))
                .opaque(HexFormat.of().parseHex(known))
                .raw(Arrays.copyOfRange(rpc.call(), in.position(), rpc.call().length))
                .bytes();
    }
}
