/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.example.nfs41;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.example.xdr.XdrWriter;
import org.rpcrdma.transport.service.RpcProgram;

/** Answers COMPOUND or CB_COMPOUND (RFC 8881): operations in one call, of which the first that fails is the last. */
abstract class CompoundProgram extends RpcProgram {
    /** Reads the call, and writes the reply, where the one is at. */
    final XdrReader in = new XdrReader();

    final XdrWriter out = new XdrWriter();

    CompoundProgram(final int program, final int version) {
        super(program, version);
    }

    /** Answers an operation whose arguments are read next, and returns its status. */
    abstract int answer(int operation);

    /** Answers the operations, whose number is read next, behind status and tag. */
    final void answerOperations(final byte[] tag) {
        final int count = in.getInt();
        final int statusAt = out.position();
        out.putInt(Nfs41.OK).putOpaque(tag);
        final int countAt = out.position();
        out.putInt(0);
        int status = Nfs41.OK;
        int answered = 0;
        while (answered < count && status == Nfs41.OK) {
            status = answer(in.getInt());
            answered++;
        }
        out.buffer().putInt(statusAt, status, BIG_ENDIAN);
        out.buffer().putInt(countAt, answered, BIG_ENDIAN);
    }
}
