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

/** An operation's status that is not NFS4_OK. */
final class Nfs41Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    final int status;

    Nfs41Failure(final int operation, final int status) {
        super("operation failed: operation=" + operation + " status=" + status);
        this.status = status;
    }
}
