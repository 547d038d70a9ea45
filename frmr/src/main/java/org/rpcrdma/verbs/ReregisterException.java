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

/** A re-registration failed; {@link #error()} says what holds now. */
public final class ReregisterException extends VerbsException {
    private static final long serialVersionUID = 1L;

    private final ReregisterError error;

    /**
     * Makes the exception.
     *
     * @param error   how it failed.
     * @param errno   why.
     * @param message what failed, with the offending values as {@code name=value}.
     */
    public ReregisterException(final ReregisterError error, final Errno errno, final String message) {
        super(errno, message + " result=" + error.code());
        this.error = error;
    }

    /**
     * How it failed.
     *
     * @return the result code.
     */
    public ReregisterError error() {
        return error;
    }
}
