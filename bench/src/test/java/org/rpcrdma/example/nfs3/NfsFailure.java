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
package org.rpcrdma.example.nfs3;

/** A procedure that ends with another status than OK. */
final class NfsFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What the client is told. */
    final int status;

    /**
     * Makes a failure; it has no stack trace, since clients cause them at will.
     *
     * @param status an nfsstat3 other than OK.
     */
    NfsFailure(final int status) {
        super("nfsstat3=" + status, null, false, false);
        this.status = status;
    }

    /** Fails unless something holds. */
    static void unless(final boolean holds, final int status) {
        if (!holds) {
            throw new NfsFailure(status);
        }
    }
}
