# frozen_string_literal: true

# Errors in words, with the place in the snippet.
module CmptheseHost
  # What a part is called in messages and backtraces.
  PLACE = /cmpthese:(prelude|setup|variant_setup|code|teardown|before_each):(\d+)/

  class << self
    # What `fail` is told of an exception.
    def error_in_words(kind, error)
      text = in_utf8(message_of(error))
      told = text.match(/\A#{PLACE}: /)
      place = told || (error.backtrace || []).lazy.filter_map { |line| line.match(PLACE) }.first
      text = text.delete_prefix(told[0]) if told
      text = text.gsub(PLACE) { "line #{$2} of the #{$1}" }.strip
      [kind, text, place && place[1], place && place[2].to_i]
    end

    # Whether it says that a part is no Ruby.
    def of_compiling?(error)
      error.is_a?(SyntaxError) && message_of(error).match?(/\A#{PLACE}: /)
    end

    def message_of(error)
      text = error.message
      text.is_a?(String) && !text.empty? && text != error.class.to_s ? text : class_of(error)
    rescue Exception # what a snippet has raised may raise again when it is asked
      class_of(error)
    end

    def class_of(error)
      "an exception of #{error.class.name ? "class #{error.class.name}" : "a class without a name"}"
    end
  end
end
