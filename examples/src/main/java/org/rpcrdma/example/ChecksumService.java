// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.util.concurrent.Executor;
import java.util.zip.CRC32;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.RpcPrograms;

/** Answers PUT calls with the CRC-32 of their data, using the threads of an executor. */
final class ChecksumService {
    static final int PROGRAM = 0x2000_0001; // RFC 5531 reserves 0x20000000 to 0x3fffffff for users
    static final int VERSION = 1;
    static final int PUT = 1;

    private ChecksumService() {}

    static RpcPrograms on(final Executor executor) {
        return new RpcPrograms().on(PROGRAM, VERSION, PUT, (call, reply) -> {
            final OpaqueData data = call.data(); // inline, or from the Read chunk
            call.defer(Integer.BYTES); // now any thread may answer, exactly once
            executor.execute(() -> {
                reply.putInt(crc(data));
                call.reply(); // wakes the server's event loop, which sends it
            });
        });
    }

    static int crc(final OpaqueData data) {
        final byte[] bytes = new byte[data.length()];
        data.buffer().getBytes(data.offset(), bytes);
        final CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
