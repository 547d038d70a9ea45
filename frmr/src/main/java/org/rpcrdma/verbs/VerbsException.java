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
package org.rpcrdma.verbs;

/** A verbs call failed at once: the first of the three error domains. It carries the call's errno. */
public class VerbsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Errno errno;

    /**
     * Makes the exception.
     *
     * @param errno   why the call failed.
     * @param message what failed, with the offending values as {@code name=value}.
     */
    public VerbsException(final Errno errno, final String message) {
        super(errno + ": " + message);
        this.errno = errno;
    }

    /**
     * Why the call failed.
     *
     * @return the errno.
     */
    public Errno errno() {
        return errno;
    }
}
