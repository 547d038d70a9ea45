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
package org.rpcrdma.nic;

import org.rpcrdma.verbs.CompletionOpcode;

/** Kinds of send work requests, as small numbers. */
final class Operation {
    static final byte SEND = 0;
    static final byte SEND_WITH_INVALIDATE = 1;
    static final byte RDMA_WRITE = 2;
    static final byte RDMA_READ = 3;
    static final byte REGISTER_MEMORY = 4;
    static final byte LOCAL_INVALIDATE = 5;

    private static final int[] COMPLETION_OPCODES = {
        CompletionOpcode.SEND,
        CompletionOpcode.SEND,
        CompletionOpcode.RDMA_WRITE,
        CompletionOpcode.RDMA_READ,
        CompletionOpcode.REG_MR,
        CompletionOpcode.LOCAL_INV
    };

    private Operation() {}

    static int completionOpcode(final byte operation) {
        return COMPLETION_OPCODES[operation];
    }

    static boolean isLocal(final byte operation) {
        return operation >= REGISTER_MEMORY;
    }
}
